/** Joins the items of a list as a sentence does: `a, b or c`. */
export function joinList(items: readonly string[], conjunction: "and" | "or"): string {
  const head = items.slice(0, -1).join(", ");
  return [...(head === "" ? [] : [head]), ...items.slice(-1)].join(` ${conjunction} `);
}

/** Joins the first items of a list, and says how many others there are: `a, b or one of 2 others`. */
export function joinFirst(items: readonly string[], max: number): string {
  const others = items.length - max;
  const rest = others > 0 ? [others === 1 ? "one other" : `one of ${others} others`] : [];
  return joinList([...items.slice(0, max), ...rest], "or");
}

/** A noun with its article: `a user`, `an array`, `null`. */
export function addArticle(noun: string): string {
  if (noun === "null") return noun;
  return /^(?:[aeio]|u(?!uid|r[il]|ni|s))/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** A number of bytes as messages write it: "3,072 KB". */
export function formatKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_024)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",")} KB`;
}

/** A noun in the singular and the plural. */
export type Noun = readonly [singular: string, plural: string];

/** A number and its noun: `1 item`, `2 items`. */
export function formatCount(count: number, [singular, plural]: Noun): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
