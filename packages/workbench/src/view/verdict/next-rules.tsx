import { type Severity, type Verdict, withoutKnown } from "@assay/contract";
import type { Actions } from "../../workbench/create-actions.ts";
import { counted } from "../../workbench/headline.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/** What the next rules find besides. */
export function NextRules({ verdict: { diagnostics, upcoming }, actions }: Props) {
  const added = withoutKnown(upcoming?.diagnostics ?? [], diagnostics);
  if (added.length === 0) return null;
  return (
    <details class="next-rules">
      <summary>{`More under ${upcoming?.version}: ${describeCounts(added)}`}</summary>
      <ul class="diagnostics">
        {added.map((diagnostic, index) => (
          <DiagnosticItem key={index} diagnostic={diagnostic} actions={actions} />
        ))}
      </ul>
    </details>
  );
}

const severities: readonly Severity[] = ["error", "warning", "info"];

function describeCounts(diagnostics: Verdict["diagnostics"]): string {
  const count = (wanted: Severity) => diagnostics.filter(({ severity }) => severity === wanted).length;
  return severities.flatMap((each) => (count(each) > 0 ? [counted(count(each), each)] : [])).join(", ");
}

interface Props {
  readonly verdict: Verdict;
  readonly actions: Actions;
}
