/**
 * Whether a string contains another, in time that grows with the sum of their lengths (Knuth, Morris, Pratt). In the
 * worst case, the time of `String.prototype.includes` grows with their product.
 */
export function containsString(text: string, part: string): boolean {
  return part === "" || !findOccurrences(part, text).next().done;
}

/** Splits a string at each occurrence of a separator, or into its characters if the separator is empty. */
export function splitString(text: string, separator: string): readonly string[] {
  if (separator === "") return Array.from(text);
  const parts: string[] = [];
  let end = 0;
  for (const start of findOccurrences(separator, text)) {
    parts.push(text.slice(end, start));
    end = start + separator.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** Replaces each occurrence of `part`. If it is empty, inserts the replacement before each character and at the end. */
export function replaceString(text: string, part: string, replacement: string): string {
  const parts = splitString(text, part);
  return (part === "" ? ["", ...parts, ""] : parts).join(replacement);
}

/** Counts the occurrences of a part, for `splitString` and `replaceString`. An empty part gives an upper bound. */
export function countOccurrences(text: string, part: string): number {
  if (part === "") return text.length + 1;
  let count = 0;
  for (const _ of findOccurrences(part, text)) count += 1;
  return count;
}

// For parts up to this length, `indexOf` is faster even in the worst case.
const shortLength = 4;

// Yields the index of each occurrence of a part, from left to right, except those that overlap an earlier one.
function* findOccurrences(part: string, text: string): Generator<number, void> {
  if (part.length <= shortLength || part.length > text.length) {
    for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length)) yield start;
    return;
  }
  const borders = computeBorders(part);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    yield index + 1 - part.length;
    matched = 0;
  }
}

/** Computes, for each prefix of a part, the length of its longest border: a shorter prefix that is also its suffix. */
function computeBorders(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let index = 1; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched += 1;
    borders[index] = matched;
  }
  return borders;
}
