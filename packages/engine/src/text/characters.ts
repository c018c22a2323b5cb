// A character has one or two code units, so the number of code units mostly tells: a huge text is never walked.

/** Whether a text has more characters than a limit. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || charactersIn(text) > limit);
}

/** Whether a text has fewer characters than a limit. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && charactersIn(text) < limit);
}

function charactersIn(text: string): number {
  return [...text].length;
}
