/** Joins items into a phrase: `a, b or c`. */
export function joinList(items: readonly string[], conjunction: "and" | "or"): string {
  const head = items.slice(0, -1).join(", ");
  return [...(head === "" ? [] : [head]), ...items.slice(-1)].join(` ${conjunction} `);
}

/** Joins the first `max` items into a phrase that counts the others: `a, b or one of 2 others`. */
export function joinFirst(items: readonly string[], max: number): string {
  const others = items.length - max;
  const rest = others > 0 ? [others === 1 ? "one other" : `one of ${others} others`] : [];
  return joinList([...items.slice(0, max), ...rest], "or");
}

/** Adds the indefinite article to a noun: `a user`, `an array`, but `null`. */
export function addArticle(noun: string): string {
  if (noun === "null") return noun;
  return /^(?:[aeio]|u(?!uid|r[il]|ni|s))/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The singular and the plural of a noun. */
export type Noun = readonly [singular: string, plural: string];

/** Formats a count with its noun: `1 item`, `2 items`. */
export function formatCount(count: number, [singular, plural]: Noun): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
