import type { CheckedText } from "../../session/state.ts";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { formatCount, formatTitle } from "../../workbench/headline.ts";
import { Icon } from "../icons.tsx";

/** Shows the verdict in one line, and what to do next. */
export function VerdictCard({ checked, result, workbench: { actions } }: Props) {
  const { valid, diagnostics } = result.built.verdict;
  const fixes = diagnostics.filter(({ fix }) => fix).length;
  return (
    <section class={`verdict ${valid ? "is-valid" : "is-invalid"}`} aria-labelledby="verdict">
      <h2>
        <Icon name={valid ? "valid" : "invalid"} />
        <span id="verdict">{formatTitle(checked)}</span>
      </h2>
      <div class="actions">
        {fixes > 0 && (
          <button type="button" class="primary" onClick={actions.review} aria-keyshortcuts="Control+Shift+.">
            {`Review ${formatCount(fixes, "fix", "fixes")}`}
          </button>
        )}
        <button type="button" onClick={actions.confirm} aria-keyshortcuts="Control+Enter">
          Check with the service
        </button>
      </div>
    </section>
  );
}

interface Props {
  readonly checked: CheckedText;
  readonly result: Extract<CheckedText["result"], { readonly kind: "verdict" }>;
  readonly workbench: Workbench;
}
