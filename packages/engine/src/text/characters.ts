// A character has one or two code units, so the number of code units mostly tells: a huge text is never walked.

/** Whether a text has more characters than a limit. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || charactersIn(text) > limit);
}

/** Whether a text has fewer characters than a limit. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && charactersIn(text) < limit);
}

/** How many characters a text has. */
export function charactersIn(text: string): number {
  let characters = text.length;
  for (let index = 0; index < text.length; index += 1) {
    // The first half of a pair; its second half is counted, and what is JSON has no half alone.
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) characters -= 1;
  }
  return characters;
}
