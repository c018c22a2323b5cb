import type { CheckedText } from "../../session/state.ts";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { OwnerReview } from "./owner-review.tsx";

/** The package of a valid candidate: its digest, the file to submit, and the owner's review. */
export function PackageCard({ result: { built, ownerReview = "", review = [] }, workbench: { actions } }: Props) {
  const { proposalPackage } = built;
  if (!proposalPackage) return null;
  return (
    <section class="card package" aria-labelledby="package">
      <h3 id="package">The package</h3>
      <p class="digest">
        <code>{proposalPackage.digest}</code>
        <button type="button" onClick={() => actions.copy(proposalPackage.digest, "the digest")}>
          Copy digest
        </button>
        <button type="button" onClick={() => actions.download(proposalPackage)}>
          Download proposal.json
        </button>
      </p>
      <p class="muted">
        The same candidate and rules give the same bytes everywhere. Nothing has been submitted: once the owner agrees,{" "}
        <code>assay submit proposal.json</code> sends it to {proposalPackage.targetProduct}.
      </p>
      <details open>
        <summary>What the owner reads before it is sent</summary>
        <OwnerReview review={review} />
        <button type="button" onClick={() => actions.copy(ownerReview, "the review, as Markdown")}>
          Copy the review
        </button>
      </details>
    </section>
  );
}

interface Props {
  readonly result: Extract<CheckedText["result"], { readonly kind: "verdict" }>;
  readonly workbench: Workbench;
}
