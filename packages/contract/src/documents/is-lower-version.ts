/**
 * Whether one version of a spec package is lower than another.
 *
 * @example
 * isLowerVersion("1.9.0", "1.10.0"); // true
 */
export function isLowerVersion(version: string, other: string): boolean {
  const otherParts = other.split(".").map(Number);
  const parts = version.split(".").map(Number);
  const index = parts.findIndex((part, position) => part !== otherParts[position]);
  return index >= 0 && (parts[index] ?? 0) < (otherParts[index] ?? 0);
}
