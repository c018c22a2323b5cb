import type { BuildOutcome } from "@assay/engine";
import { useSignal } from "@preact/signals";
import type { Snippet } from "../../snippets/create-snippets.ts";
import type { Actions } from "../../workbench/create-actions.ts";
import { OwnerReview } from "./owner-review.tsx";

/** The package of a valid candidate: its digest, what its owner reads, and commands to copy. */
export function PackageCard({ built, ownerReview, snippets, actions }: Props) {
  const chosen = useSignal(0);
  const snippet = snippets[chosen.value] ?? snippets[0];
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
        The same candidate and rules give the same bytes everywhere. Nothing has been submitted: that is up to you.
      </p>
      <details open>
        <summary>What the owner reads before it is sent</summary>
        <OwnerReview markdown={ownerReview} />
        <button type="button" onClick={() => actions.copy(ownerReview, "the review, as Markdown")}>
          Copy the review
        </button>
      </details>
      {snippets.length > 0 && (
        <div class="commands">
          <div class="tabs" role="tablist" aria-label="Commands">
            {snippets.map(({ title }, index) => (
              <button
                type="button"
                role="tab"
                key={title}
                id={`tab-${index}`}
                aria-controls="snippet"
                aria-selected={chosen.value === index}
                tabIndex={chosen.value === index ? 0 : -1}
                onClick={() => {
                  chosen.value = index;
                }}
                onKeyDown={(event) => {
                  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                  if (step === 0) return;
                  chosen.value = (chosen.value + step + snippets.length) % snippets.length;
                  document.getElementById(`tab-${chosen.value}`)?.focus();
                }}
              >
                {title}
              </button>
            ))}
          </div>
          {snippet && (
            <button type="button" class="copy" onClick={() => actions.copy(snippet.text, snippet.copied)}>
              Copy
            </button>
          )}
        </div>
      )}
      {snippet && (
        <div role="tabpanel" id="snippet" aria-labelledby={`tab-${chosen.value}`}>
          <p class="muted">{snippet.about}</p>
          <pre>{snippet.text}</pre>
        </div>
      )}
    </section>
  );
}

interface Props {
  readonly built: Extract<BuildOutcome, { readonly valid: true }>;
  readonly ownerReview: string;
  readonly snippets: readonly Snippet[];
  readonly actions: Actions;
}
