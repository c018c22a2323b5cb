import { type Meter, spend } from "../meter.ts";
import { countCompareSteps, findClosest } from "./find-closest.ts";
import { isSameName } from "./folding.ts";

/** The member names of an object, compared with the names that are known. */
export interface Names {
  readonly unknown: readonly string[];
  /** Known names that the object lacks. */
  readonly absent: readonly string[];
  /** Known names that the object has. */
  readonly present: readonly string[];
  /** Whether the member with an unknown name holds a number. */
  isNumber(unknown: string): boolean;
}

/** The absent name that an unknown name matches. If it is not the same, the unknown name is probably a misspelling. */
export interface Match {
  readonly name: string;
  readonly isSame: boolean;
}

// With more pairs of names than this, the object is probably not a misspelled version of the expected one.
const maxComparisons = 2_048;

/**
 * Matches unknown names with the absent names that they stand for or probably misspell. Position does not matter, nor
 * does the value, except whether it is a number. No absent name is matched twice.
 */
export function matchNames({ unknown, absent, present, isNumber }: Names, meter: Meter): ReadonlyMap<string, Match> {
  const known = [...new Set([...absent, ...present])];
  if (unknown.length === 0 || absent.length === 0 || unknown.length * known.length > maxComparisons) return new Map();
  const isAbsent = new Set(absent);
  const matches = unknown.flatMap((written) => {
    spend(meter, known.length * countCompareSteps(written));
    const same = known.filter((name) => isSameName(written, name, isNumber(written)));
    const name = same.length === 1 ? same[0] : same.length === 0 ? findClosest(written, known, meter) : undefined;
    return name !== undefined && isAbsent.has(name) ? [{ written, name, isSame: same.length === 1 }] : [];
  });
  // A name that is the same wins over a misspelling. Two equally good matches are ambiguous.
  const chosen = new Map<string, Match>();
  for (const [name, rivals] of Map.groupBy(matches, (match) => match.name)) {
    const same = rivals.filter(({ isSame }) => isSame);
    const [only, ...others] = same.length > 0 ? same : rivals;
    if (only && others.length === 0) chosen.set(only.written, { name, isSame: only.isSame });
  }
  return chosen;
}
