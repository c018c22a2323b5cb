/**
 * Whether a string contains another, in time that grows with the sum of their lengths (Knuth, Morris, Pratt):
 * `String.prototype.includes` takes the product of them where a candidate asks for it.
 */
export function containsString(text: string, part: string): boolean {
  if (part.length <= quickLength || part.length > text.length) return text.includes(part);
  const borders = bordersOf(part);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

// So few comparisons per character are quicker than ours.
const quickLength = 4;

/** For each prefix, the length of the longest shorter one that it also ends with. */
function bordersOf(part: string): Int32Array {
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
