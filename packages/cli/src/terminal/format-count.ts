/** Formats a number with its noun, in the plural unless the number is 1. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
