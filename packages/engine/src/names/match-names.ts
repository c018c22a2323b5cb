import { type Meter, spend } from "../meter.ts";
import { closest, countCompareSteps } from "./closest.ts";
import { isSameName } from "./folding.ts";

/** The names in an object that are not known, and those that are. */
export interface Names {
  readonly unknown: readonly string[];
  /** Known names that the object lacks. */
  readonly absent: readonly string[];
  /** Known names that the object has. */
  readonly present: readonly string[];
  /** Whether the value of an unknown name is a number. */
  isNumber(unknown: string): boolean;
}

/** What an unknown name is: the same as an absent one, or only near to it. */
export interface Match {
  readonly name: string;
  readonly isSame: boolean;
}

// How many pairs of names are compared in one object. With more, none of its names is misspelled: it is another object.
const maxComparisons = 2_048;

/**
 * The absent name that each unknown one is, or may be. Only names decide, never values or positions, and no absent name is
 * given to two.
 */
export function matchNames({ unknown, absent, present, isNumber }: Names, meter: Meter): ReadonlyMap<string, Match> {
  const known = [...new Set([...absent, ...present])];
  if (unknown.length === 0 || absent.length === 0 || unknown.length * known.length > maxComparisons) return new Map();
  const isAbsent = new Set(absent);
  const matches = unknown.flatMap((written) => {
    spend(meter, known.length * countCompareSteps(written));
    const same = known.filter((name) => isSameName(written, name, isNumber(written)));
    const name = same.length === 1 ? same[0] : same.length === 0 ? closest(written, known, meter) : undefined;
    return name !== undefined && isAbsent.has(name) ? [{ written, name, isSame: same.length === 1 }] : [];
  });
  // What is the same comes before what is only near; two that are as close are ambiguous.
  const chosen = new Map<string, Match>();
  for (const [name, rivals] of Map.groupBy(matches, (match) => match.name)) {
    const same = rivals.filter(({ isSame }) => isSame);
    const [only, ...others] = same.length > 0 ? same : rivals;
    if (only && others.length === 0) chosen.set(only.written, { name, isSame: only.isSame });
  }
  return chosen;
}
