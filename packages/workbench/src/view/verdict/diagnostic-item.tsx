import type { Diagnostic } from "@assay/contract";
import { markKind } from "../../editor/marks.ts";
import type { Actions } from "../../workbench/create-actions.ts";
import { Icon } from "../icons.tsx";

/** One problem: its message, where it is, the page of its code, why the rule exists, and its fixes. */
export function DiagnosticItem({ diagnostic, index, actions }: Props) {
  const { code, message, path, paths = [], count = 1, rule, related = [], fixes = [] } = diagnostic;
  const kind = markKind(diagnostic);
  const shown = paths.length > 0 ? paths : [path];
  return (
    <li class={`diagnostic ${kind}`} id={index === undefined ? undefined : `diagnostic-${index}`}>
      <Icon name={kind} />
      <div class="diagnostic-text">
        <p class="message">
          <span class="hidden">{severityOf(diagnostic)}</span>
          {message}
        </p>
        <p class="where">
          {shown.slice(0, 3).map((pointer) => (
            <PathButton key={pointer} path={pointer} diagnostic={diagnostic} actions={actions} />
          ))}
          {count > 3 && <span class="muted">{`${count} places`}</span>}
          <a href={actions.pageOf(code)} target="_blank" rel="noopener">
            {code}
          </a>
        </p>
        {rule.why !== undefined && <p class="why">{rule.why}</p>}
        {related.map((place) => (
          <p class="where" key={place.path}>
            <span class="muted">{place.message}</span>
            <PathButton path={place.path} diagnostic={diagnostic} actions={actions} />
          </p>
        ))}
        {index !== undefined &&
          fixes.map((fix, fixIndex) =>
            fix.patch === undefined ? null : (
              <button type="button" class="fix" key={fix.title} onClick={() => actions.fix(index, fixIndex)}>
                <Icon name="fix" />
                {fix.title}
              </button>
            ),
          )}
      </div>
    </li>
  );
}

interface Props {
  readonly diagnostic: Diagnostic;
  /** Its index in the verdict; absent if it is one of the next rules, which have no fixes. */
  readonly index?: number;
  readonly actions: Actions;
}

function PathButton({ path, diagnostic, actions }: Omit<Props, "index"> & { readonly path: string }) {
  const name = path === "" ? "the candidate" : path;
  return (
    <button type="button" class="path" onClick={() => actions.goTo(path, diagnostic.code)} title={`Go to ${name}`}>
      {name}
    </button>
  );
}

function severityOf({ severity }: Diagnostic): string {
  return severity === "error" ? "Error: " : severity === "warning" ? "Warning: " : "Note: ";
}
