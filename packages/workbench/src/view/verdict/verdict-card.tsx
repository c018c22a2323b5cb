import type { Verdict } from "@assay/contract";
import type { RegistryState } from "../../session/state.ts";
import type { Actions, AskedService } from "../../workbench/create-actions.ts";
import { describeConfirmation } from "../../workbench/describe-confirmation.ts";
import { toHeadline } from "../../workbench/headline.ts";
import { Icon } from "../icons.tsx";

/** The verdict in one line, and what to do next. */
export function VerdictCard({ verdict, digest, registry, isLookedUp, confirmation, actions }: Props) {
  const { title, about } = toHeadline(verdict, { registry, isLookedUp });
  const remaining = verdict.repair?.remaining.error ?? 0;
  return (
    <section class={`card verdict ${verdict.valid ? "is-valid" : "is-invalid"}`} aria-labelledby="verdict">
      <header>
        <h2 id="verdict">
          <Icon name={verdict.valid ? "valid" : "invalid"} />
          {title}
        </h2>
        <button type="button" onClick={actions.confirm} aria-keyshortcuts="Control+Enter">
          Ask the service
        </button>
      </header>
      {about.map((sentence) => (
        <p class="muted" key={sentence}>
          {sentence}
        </p>
      ))}
      {verdict.repair !== undefined && (
        <div class="actions">
          <button type="button" class="primary" onClick={actions.review} aria-keyshortcuts="Control+Shift+.">
            Review the fixes
          </button>
          <span class="muted">{remainingText(remaining)}</span>
        </div>
      )}
      {confirmation && <ConfirmationLines confirmation={confirmation} digest={digest} />}
    </section>
  );
}

interface Props {
  readonly verdict: Verdict;
  /** Of the package, if there is one. */
  readonly digest: string | undefined;
  readonly registry: RegistryState;
  readonly isLookedUp: boolean;
  readonly confirmation: AskedService | undefined;
  readonly actions: Actions;
}

function remainingText(remaining: number): string {
  if (remaining === 0) return "then it is valid";
  return remaining === 1 ? "then 1 error is left" : `then ${remaining} errors are left`;
}

/** What the service said about the same draft. */
export function ConfirmationLines({
  confirmation,
  digest,
}: { readonly confirmation: AskedService } & Partial<Pick<Props, "digest">>) {
  if (confirmation.kind === "asking") return <p class="confirmation">Asking the service…</p>;
  const { isAgreement, lines } = describeConfirmation(confirmation, digest);
  return (
    <div class={`confirmation ${isAgreement ? "is-valid" : "is-warning"}`} role="status">
      <Icon name={isAgreement ? "valid" : "warning"} />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
