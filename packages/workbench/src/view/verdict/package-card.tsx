import type { BuildOutcome, ReviewSection } from "@assay/engine";
import type { Actions } from "../../workbench/create-actions.ts";
import { OwnerReview } from "./owner-review.tsx";

/** The package of a valid candidate: its digest, the file to submit, and what its owner reads. */
export function PackageCard({ built, ownerReview, review, targetProduct, actions }: Props) {
  return (
    <section class="card package" aria-labelledby="package">
      <h3 id="package">The package</h3>
      <p class="digest">
        <code>{built.proposalPackage.digest}</code>
        <button type="button" onClick={() => actions.copy(built.proposalPackage.digest, "the digest")}>
          Copy digest
        </button>
        <button type="button" onClick={() => actions.download(built.proposalPackage)}>
          Download proposal.json
        </button>
      </p>
      <p class="muted">
        The same candidate and rules give the same bytes everywhere. Nothing has been submitted: once the owner agrees,{" "}
        <code>assay submit proposal.json</code> sends it to {targetProduct}.
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
  readonly built: Extract<BuildOutcome, { readonly valid: true }>;
  readonly ownerReview: string;
  readonly review: readonly ReviewSection[];
  /** The product that takes the package. */
  readonly targetProduct: string;
  readonly actions: Actions;
}
