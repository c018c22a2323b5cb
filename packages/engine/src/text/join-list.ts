/** Joins the items of a list as a sentence does: `a, b or c`. */
export function joinList(items: readonly string[], conjunction: "and" | "or"): string {
  const head = items.slice(0, -1).join(", ");
  return [...(head === "" ? [] : [head]), ...items.slice(-1)].join(` ${conjunction} `);
}
