/** Formats a count for people: `2,048`. Does not use `Intl`, which takes longer to load than all catalogues together. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
