import type { Verdict } from "@assay/contract";
import type { Actions } from "../../workbench/create-actions.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/** What the next rules find besides. */
export function NextRules({ verdict: { diagnostics, upcoming }, actions }: Props) {
  const known = new Set(diagnostics.map(({ code, path }) => `${code} ${path}`));
  const added = upcoming?.diagnostics.filter(({ code, path }) => !known.has(`${code} ${path}`)) ?? [];
  if (added.length === 0) return null;
  return (
    <details class="next-rules">
      <summary>{`${added.length} more under ${upcoming?.version}`}</summary>
      <ul class="diagnostics">
        {added.map((diagnostic) => (
          <DiagnosticItem key={`${diagnostic.code} ${diagnostic.path}`} diagnostic={diagnostic} actions={actions} />
        ))}
      </ul>
    </details>
  );
}

interface Props {
  readonly verdict: Verdict;
  readonly actions: Actions;
}
