import type { Diagnostic } from "@assay/contract";
import { toMarkKind } from "../../editor/marks.ts";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { Icon } from "../icons.tsx";

const maxPaths = 3;

/** One diagnostic: its message, its places, a link to its code, the reason for the rule, and its fix or suggestion. */
export function DiagnosticItem({ diagnostic, index, workbench: { actions } }: Props) {
  const { severity, code, message, path, paths = [path], why, didYouMean, fix } = diagnostic;
  const kind = toMarkKind(diagnostic);
  return (
    <li class={`diagnostic ${kind}`} id={index === undefined ? undefined : `diagnostic-${index}`}>
      <Icon name={kind} />
      <div class="diagnostic-text">
        <p class="message">
          <span class="hidden">{`${severities[severity]}: `}</span>
          {message}
        </p>
        <p class="where">
          {paths.slice(0, maxPaths).map((pointer) => (
            <button key={pointer} type="button" class="path" onClick={() => actions.goTo(pointer, code)}>
              {pointer === "" ? "the candidate" : pointer}
            </button>
          ))}
          {paths.length > maxPaths && <span class="muted">and more</span>}
          <a href={actions.toPageUrl(code)} target="_blank" rel="noopener">
            {code}
          </a>
        </p>
        {why !== undefined && <p class="why">{why}</p>}
      </div>
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
    </li>
  );
}

interface Props {
  readonly diagnostic: Diagnostic;
  /** Its index in the verdict; absent for a diagnostic without buttons, such as one under the next rules. */
  readonly index?: number;
  readonly workbench: Workbench;
}

const severities = { error: "Error", warning: "Warning", info: "Note" } as const;
