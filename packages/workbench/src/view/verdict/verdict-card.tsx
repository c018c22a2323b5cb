import type { Verdict } from "@assay/contract";
import type { Actions } from "../../workbench/create-actions.ts";
import type { AskedService } from "../../workbench/create-workbench.ts";
import { describeConfirmation } from "../../workbench/describe-confirmation.ts";
import { counted, fixCount, type HeadlineFacts, toHeadline } from "../../workbench/headline.ts";
import { Icon } from "../icons.tsx";

/** The verdict in one line, and what to do next. */
export function VerdictCard({ verdict, digest, confirmation, actions, ...facts }: Props) {
  const { title, next, about } = toHeadline(verdict, facts);
  const remaining = verdict.repair?.remaining.error ?? 0;
  return (
    <section class={`card verdict ${verdict.valid ? "is-valid" : "is-invalid"}`} aria-labelledby="verdict">
      <h2>
        <Icon name={verdict.valid ? "valid" : "invalid"} />
        <span>
          <span id="verdict">{title}</span>
          {next !== undefined && <span class="next">{`; ${next}`}</span>}
        </span>
      </h2>
      {about.map((sentence) => (
        <p class="muted" key={sentence}>
          {sentence}
        </p>
      ))}
      <div class="actions">
        {verdict.repair !== undefined && (
          <>
            <button type="button" class="primary" onClick={actions.review} aria-keyshortcuts="Control+Shift+.">
              {`Review ${counted(fixCount(verdict), "fix", "fixes")}`}
            </button>
            <span class="muted">{remainingText(remaining)}</span>
          </>
        )}
        <button type="button" onClick={actions.confirm} aria-keyshortcuts="Control+Enter">
          Check with the service
        </button>
      </div>
      {confirmation && confirmation.kind !== "refused" && (
        <ConfirmationLines confirmation={confirmation} digest={digest} />
      )}
    </section>
  );
}

interface Props extends HeadlineFacts {
  readonly verdict: Verdict;
  /** Of the package, if there is one. */
  readonly digest: string | undefined;
  readonly confirmation: AskedService | undefined;
  readonly actions: Actions;
}

function remainingText(remaining: number): string {
  if (remaining === 0) return "then it is valid";
  return remaining === 1 ? "then 1 error is left" : `then ${remaining} errors are left`;
}

/** Why the service gave no verdict: beside the verdict of the page, which holds without it. */
export function Refusal({ confirmation }: { readonly confirmation: AskedService | undefined }) {
  if (confirmation?.kind !== "refused") return null;
  return (
    <section class="card refusal" aria-label="The service refused the call">
      <ConfirmationLines confirmation={confirmation} />
    </section>
  );
}

/** What the service said about the same draft. */
export function ConfirmationLines({
  confirmation,
  digest,
}: { readonly confirmation: AskedService } & Partial<Pick<Props, "digest">>) {
  if (confirmation.kind === "asking") return <p class="confirmation">Checking with the service…</p>;
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
