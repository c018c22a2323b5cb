/**
 * Whether a string contains another, in time that grows with the sum of their lengths (Knuth, Morris, Pratt):
 * `String.prototype.includes` takes the product of them where a candidate asks for it.
 */
export function containsString(text: string, part: string): boolean {
  return part === "" || !findOccurrences(part, text).next().done;
}

/** The parts of a string between the places where it contains another; its characters if that one is empty. */
export function splitString(text: string, separator: string): readonly string[] {
  if (separator === "") return Array.from(text);
  const parts: string[] = [];
  let end = 0;
  for (const at of findOccurrences(separator, text)) {
    parts.push(text.slice(end, at));
    end = at + separator.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** A string with another one in place of each part; in front of each character and at the end if the part is empty. */
export function replaceString(text: string, part: string, by: string): string {
  const parts = splitString(text, part);
  return (part === "" ? ["", ...parts, ""] : parts).join(by);
}

/** How often `splitString` and `replaceString` find a part, at most. */
export function countOccurrences(text: string, part: string): number {
  if (part === "") return text.length + 1;
  let count = 0;
  for (const _ of findOccurrences(part, text)) count += 1;
  return count;
}

// So few comparisons per character are quicker than ours.
const quickLength = 4;

// Where a string begins in another, from left to right; places that overlap are left out.
function* findOccurrences(part: string, text: string): Generator<number, void> {
  if (part.length <= quickLength || part.length > text.length) {
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield at;
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

/** For each prefix, the length of the longest shorter one that it also ends with. */
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
