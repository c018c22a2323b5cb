import type { ReviewLine, ReviewSection } from "@assay/engine";
import { Fragment } from "preact";

/** What the owner of a proposal reads before it is sent, in a box that a keyboard can reach and scroll. */
export function OwnerReview({ review }: { readonly review: readonly ReviewSection[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls with the keyboard has to reach the box first.
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

function Line({ depth, label, name, value }: ReviewLine) {
  const about = label ?? (name && name.text + name.note);
  return (
    <li class={`depth-${depth}`}>
      {about}
      {about && value && ": "}
      {value && <strong>{value.text}</strong>}
      {value?.note}
    </li>
  );
}
