import { type Meter, spend } from "../meter.ts";
import { countCompareSteps, findClosest } from "./find-closest.ts";
import { isSameName } from "./folding.ts";

/** The member names of an object, and the known names to match them against. */
export interface Names {
  readonly unknown: readonly string[];
  /** Known names that the object lacks. */
  readonly absent: readonly string[];
  /** Known names that the object has. */
  readonly present: readonly string[];
  /** Whether the member with an unknown name holds a number. */
  isNumber(unknown: string): boolean;
}

/** The absent name that an unknown name equals in another notation (`isSame`) or probably misspells. */
export interface Match {
  readonly name: string;
  readonly isSame: boolean;
}

// An object with more pairs of names than this is probably not a misspelled version of the expected object.
const maxComparisons = 2_048;

/**
 * Matches each unknown name to the absent name that it equals in another notation or probably misspells. The order of
 * the names does not matter. The names of numbers are compared more strictly. Each absent name matches only once.
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
  // The same name takes precedence over a misspelling. Two equally good matches are ambiguous.
  const chosen = new Map<string, Match>();
  for (const [name, rivals] of Map.groupBy(matches, (match) => match.name)) {
    const same = rivals.filter(({ isSame }) => isSame);
    const [only, ...others] = same.length > 0 ? same : rivals;
    if (only && others.length === 0) chosen.set(only.written, { name, isSame: only.isSame });
  }
  return chosen;
}
