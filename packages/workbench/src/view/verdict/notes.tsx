import type { Verdict } from "@assay/contract";

/** The rule that needs to know whose key is in use. */
const ownerIsCaller = "owner-is-caller";

/** What a verdict left out: diagnostics, and rules that were not evaluated. */
export function Notes({ verdict: { skippedRules = [], omitted } }: { readonly verdict: Verdict }) {
  const others = skippedRules.filter((rule) => rule !== ownerIsCaller);
  const notes = [
    ...(omitted === undefined ? [] : [`${omitted} more are not listed. Correct these first.`]),
    ...(others.length > 0 ? [`Not evaluated until the draft is corrected: ${others.join(", ")}.`] : []),
    ...(others.length < skippedRules.length
      ? ["Not checked without your key: whether you are the owner. Check with the service."]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <section class="notes" aria-label="Notes">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
}
