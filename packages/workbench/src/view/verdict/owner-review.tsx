import type { ReviewLine, ReviewSection } from "@assay/engine";
import { Fragment } from "preact";

/** The review that the owner reads before submission, in a box that can be reached and scrolled with the keyboard. */
export function OwnerReview({ review }: { readonly review: readonly ReviewSection[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to reach the box before they can scroll it.
    <section class="review" tabIndex={0} aria-label="Review for the owner">
      {review.map(({ title, lines }) => (
        <Fragment key={title}>
          <h4>{title}</h4>
          <ul>
            {lines.map((line, index) => (
              <Line key={index} {...line} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}

function Line({ depth, label, name, about, value }: ReviewLine) {
  const term = label ?? (name && name.text + name.note + (about === undefined ? "" : ` (${about})`));
  return (
    <li style={{ marginLeft: `${depth}rem` }}>
      {term}
      {term && value && ": "}
      {value && <strong>{value.text}</strong>}
      {value?.note}
    </li>
  );
}
