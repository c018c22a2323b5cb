// A character has one or two code units, so the length is usually enough to decide. A huge string is never scanned.

/** Whether a string has more than `limit` characters. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || countCharacters(text) > limit);
}

/** Whether a string has fewer than `limit` characters. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && countCharacters(text) < limit);
}

/** Counts the characters in a string. */
export function countCharacters(text: string): number {
  // Until the JIT compiles it, a loop over code units takes ten times as long as this regular expression.
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
}

/** Estimates the cost, in steps, of counting the characters in a string. Surrogate pairs make it slow. */
export function estimateCountCost(text: string): number {
  return text.length / (/[\ud800-\udbff]/.test(text) ? 2 : 32);
}

/** Counts the bytes of a well-formed string in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A surrogate pair is two code units and four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
