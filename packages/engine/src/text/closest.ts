import { closestMatch } from "leven";

/** The name that was probably meant: the same but for case, blanks, `-` and `_`, or one or two slips away. */
export function closest(name: string, known: readonly string[]): string | undefined {
  if (name.length === 0 || name.length > 64) return undefined;
  const folded = fold(name);
  const same = known.find((candidate) => fold(candidate) === folded);
  if (same !== undefined) return same;
  // Two short names are always near: "id" and "at" are no slips of one another.
  return name.length < 3 ? undefined : closestMatch(name, known, { maxDistance: name.length < 5 ? 1 : 2 });
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}
