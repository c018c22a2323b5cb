import type { Diagnostic } from "@assay/contract";
import { toMarkKind } from "../../editor/marks.ts";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { Icon } from "../icons.tsx";

const maxPaths = 3;

/**
 * One diagnostic in one line: its message, and its fix or suggestion. While it has the focus or the cursor is at its
 * place, also its places, a link to its code, and the reason for the rule.
 */
export function DiagnosticItem({ diagnostic, index, workbench: { actions, current } }: Props) {
  const { severity, code, message, path, paths = [path], why, didYouMean, fix } = diagnostic;
  const kind = toMarkKind(diagnostic);
  const isCurrent = index !== undefined && current.value === index;
  const place = paths.length > 1 ? `${paths.length} places` : path || "the candidate";
  // A message with a fix names what it is about.
  const hasButton = index !== undefined && (fix ?? didYouMean) !== undefined;
  return (
    <li class={`diagnostic ${kind}${isCurrent ? " is-current" : ""}`} ref={isCurrent ? reveal : null}>
      <button type="button" class="row" onClick={() => actions.goTo(path, code, index)}>
        <Icon name={kind} />
        <span class="hidden">{`${severities[severity]}: `}</span>
        <span class="message">{message}</span>
        {!hasButton && <span class="small place">{place}</span>}
      </button>
      {index !== undefined && fix && (
        <button type="button" class="fix" onClick={() => actions.fix(index)}>
          <Icon name="fix" />
          {fix.length > 1 ? `Fix in ${fix.length} places` : "Fix"}
        </button>
      )}
      {index !== undefined && didYouMean !== undefined && (
        <button type="button" class="fix" onClick={() => actions.accept(index)}>
          {`Yes, "${didYouMean}"`}
        </button>
      )}
      <div class="detail">
        {why !== undefined && <p class="why muted">{why}</p>}
        <p class="where small">
          {hasButton && <code>{place}</code>}
          {paths.slice(0, paths.length > 1 ? maxPaths : 0).map((pointer) => (
            <button key={pointer} type="button" class="path" onClick={() => actions.goTo(pointer, code, index)}>
              {pointer}
            </button>
          ))}
          {paths.length > maxPaths && <span>and more</span>}
          <a href={actions.toPageUrl(code)} target="_blank" rel="noopener">
            {code}
          </a>
        </p>
      </div>
    </li>
  );
}

/** Scrolls the list to its current diagnostic, if the list scrolls by itself. */
function reveal(item: Element | null): void {
  const list = document.getElementById("results");
  if (item && list && list.scrollHeight > list.clientHeight) item.scrollIntoView({ block: "nearest" });
}

interface Props {
  readonly diagnostic: Diagnostic;
  /** Its index in the verdict; absent for a diagnostic without buttons, such as one under the next rules. */
  readonly index?: number;
  readonly workbench: Workbench;
}

const severities = { error: "Error", warning: "Warning", info: "Note" } as const;
