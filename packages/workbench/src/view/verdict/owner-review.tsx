import { type Inline, type ReviewBlock, type ReviewItem, reviewBlocks } from "@assay/engine/review-blocks";

/** What the owner of a proposal reads before it is sent, in a box that a keyboard can reach and scroll. */
export function OwnerReview({ markdown }: { readonly markdown: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls with the keyboard has to reach the box first.
    <section class="review" tabIndex={0} aria-label="Review for the owner">
      {reviewBlocks(markdown).map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { readonly block: ReviewBlock }) {
  switch (block.kind) {
    case "heading":
      return block.level === 1 ? null : (
        <h4>
          <Line inlines={block.inlines} />
        </h4>
      );
    case "paragraph":
      return (
        <p>
          <Line inlines={block.inlines} />
        </p>
      );
    case "list":
      return <List items={block.items} />;
    case "table": {
      const [head = [], ...rows] = block.rows;
      return (
        <table>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={JSON.stringify(cell)} scope="col">
                  <Line inlines={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>
                    <Line inlines={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
  }
}

function List({ items }: { readonly items: readonly ReviewItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={JSON.stringify(item)}>
          <Line inlines={item.inlines} />
          {item.items.length > 0 && <List items={item.items} />}
        </li>
      ))}
    </ul>
  );
}

function Line({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map(({ kind, text }, index) =>
    kind === "value" ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
  );
}
