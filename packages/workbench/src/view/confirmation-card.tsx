import type { Workbench } from "../workbench/create-workbench.ts";
import { Icon } from "./icons.tsx";

/** The service's answer about the same draft, or why it has no verdict. */
export function ConfirmationCard({ workbench }: { readonly workbench: Workbench }) {
  const { value: confirmation } = workbench.confirmation;
  if (!confirmation) return null;
  if (confirmation === "asking") return <p class="card">Checking with the service…</p>;
  const { isAgreement, lines } = confirmation;
  return (
    <div class={`card confirmation ${isAgreement ? "is-valid" : "is-warning"}`} role="status">
      <Icon name={isAgreement ? "valid" : "warning"} />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
