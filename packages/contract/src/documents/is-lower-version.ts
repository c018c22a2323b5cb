/**
 * Whether a version of a spec package comes before another one.
 *
 * @example
 * isLowerVersion("1.9.0", "1.10.0"); // true
 */
export function isLowerVersion(version: string, than: string): boolean {
  const others = than.split(".").map(Number);
  const parts = version.split(".").map(Number);
  const index = parts.findIndex((part, at) => part !== others[at]);
  return index >= 0 && (parts[index] ?? 0) < (others[index] ?? 0);
}
