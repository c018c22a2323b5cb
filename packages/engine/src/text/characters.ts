// A character has one or two code units, so counting code units is usually enough: a huge text is never walked.

/** Whether a text has more characters than a limit. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || countCharacters(text) > limit);
}

/** Whether a text has fewer characters than a limit. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && countCharacters(text) < limit);
}

/** How many characters a text has. */
export function countCharacters(text: string): number {
  // A loop over code units would take ten times as long until it is compiled; regular expressions are.
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
}

/** What it takes to count the characters of a text, in steps: code units alone are quick, pairs of them are not. */
export function estimateCountCost(text: string): number {
  return text.length / (/[\ud800-\udbff]/.test(text) ? 2 : 32);
}

/** How many bytes a well-formed text takes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A surrogate pair is two code units and four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
