import type { Verdict } from "@assay/contract";
import type { Actions } from "../../workbench/create-actions.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";
import { Outcome } from "./outcome.tsx";

/** Today's rules and the next ones side by side, and what the next ones find besides. */
export function RulesCompare({ verdict, version, effectiveFrom, actions }: Props) {
  const { upcoming } = verdict;
  if (!upcoming) return null;
  const known = new Set(verdict.diagnostics.map(({ code, path }) => `${code} ${path}`));
  const added = upcoming.diagnostics.filter(({ code, path }) => !known.has(`${code} ${path}`));
  return (
    <section class="compare" aria-label="Today's and the next rules">
      <Outcome valid={verdict.valid} errors={verdict.counts.error} about={`rules ${version}, today`} />
      <Outcome
        valid={upcoming.valid}
        errors={upcoming.counts.error}
        about={`rules ${upcoming.version}${effectiveFrom === undefined ? "" : `, from ${dayOf(effectiveFrom)}`}`}
      />
      {added.length > 0 && (
        <details>
          <summary>{`${added.length} more under the next rules`}</summary>
          <ul class="diagnostics">
            {added.map((diagnostic) => (
              <DiagnosticItem key={`${diagnostic.code} ${diagnostic.path}`} diagnostic={diagnostic} actions={actions} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface Props {
  readonly verdict: Verdict;
  readonly version: string;
  readonly effectiveFrom: string | undefined;
  readonly actions: Actions;
}

function dayOf(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleDateString("en", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
}
