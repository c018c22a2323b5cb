import type { Upcoming } from "@assay/contract";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { formatCount } from "../../workbench/headline.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/** The additional problems under the next rules. */
export function NextRules({ upcoming: { version, effectiveFrom, diagnostics }, workbench }: Props) {
  const from = effectiveFrom === undefined ? "" : ` from ${effectiveFrom.slice(0, 10)}`;
  return (
    <details class="next-rules">
      <summary>{`${formatCount(diagnostics.length, "more problem")} under rules ${version}${from}`}</summary>
      <ul class="diagnostics">
        {diagnostics.map((diagnostic, index) => (
          <DiagnosticItem key={index} diagnostic={diagnostic} workbench={workbench} />
        ))}
      </ul>
    </details>
  );
}

interface Props {
  readonly upcoming: Upcoming;
  readonly workbench: Workbench;
}
