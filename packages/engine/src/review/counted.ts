/** A noun in the singular and the plural. */
export type Noun = readonly [singular: string, plural: string];

/** A number and its noun: `1 item`, `2 items`. */
export function counted(count: number, [singular, plural]: Noun): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
