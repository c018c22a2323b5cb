import { type Meter, spend } from "../meter.ts";
import { stepsToCompare } from "./closest.ts";
import { nameForm, spellingDistance } from "./near-spelling.ts";
import { haveOtherMeanings, haveOtherShortWords, isOtherUnitByCase, isUnit } from "./other-meaning.ts";
import { haveSameWords, isPartOfName, lastWordBeyond, turnsIntoAnother, wordsOf } from "./part-of-name.ts";

/** The names in an object that are not known, and those that are. */
export interface Names {
  readonly unknown: readonly string[];
  /** Known names that the object has not. */
  readonly absent: readonly string[];
  /** Known names that the object has. */
  readonly present: readonly string[];
  /** Absent names that are recognized only by a near spelling, never by a part. Default: none. */
  readonly spelledOnly?: ReadonlySet<string>;
  /** Whether the value of a known name is a number, so that a word more in the name may be its unit. Default: none is. */
  isNumber?(known: string): boolean;
  /** Whether only the owner can give the value of a known name: a part of the name is no evidence then. Default: none. */
  isOwners?(known: string): boolean;
}

/** Which unknown names are absent ones under another name, and of which a person has to be asked. */
export interface Comparison {
  readonly matches: ReadonlyMap<string, string>;
  /** Unknown names that resemble one absent name, and may mean another unit or another thing. */
  readonly doubts: ReadonlyMap<string, string>;
}

/**
 * Which unknown names are absent ones under another name. Only names decide, never values or positions, and only where the
 * match is unique both ways: no other unknown name is as close to the absent one, and no other known name, present ones
 * included, is as close to the unknown one. So neither the order of properties nor unrelated ones make a difference.
 */
export function compareNames(names: Names, meter: Meter): Comparison {
  const { unknown, absent, present } = names;
  const matches = new Map<string, string>();
  const doubts = new Map<string, string>();
  const known = [...absent, ...present];
  if (unknown.length === 0 || absent.length === 0 || unknown.length * known.length > maxComparisons)
    return { matches, doubts };
  for (const name of unknown) spend(meter, known.length * stepsToCompare(name));
  const pairs = closePairs(unknown, known, names);
  const suitors = Map.groupBy(pairs, (pair) => pair.known);

  const isAbsent = new Set(absent);
  const settled = new Set<string>();
  const taken = new Set<string>([...suitors].flatMap(([name, all]) => (all.length > maxSuitors ? [name] : [])));
  for (const closeness of [0, 1, 2, part]) {
    const here = pairs.filter((pair) => pair.closeness === closeness && !settled.has(pair.unknown));
    const open = here.filter((pair) => !taken.has(pair.known));
    const ofUnknown = Map.groupBy(here, (pair) => pair.unknown);
    const ofKnown = Map.groupBy(open, (pair) => pair.known);
    for (const pair of open) {
      const isUnique = ofUnknown.get(pair.unknown)?.length === 1 && ofKnown.get(pair.known)?.length === 1;
      if (isUnique && isAbsent.has(pair.known)) (pair.isDoubtful ? doubts : matches).set(pair.unknown, pair.known);
    }
    // A name that is close to something is not compared with what is less close, matched or not.
    for (const pair of here) settled.add(pair.unknown);
    for (const pair of open) taken.add(pair.known);
  }
  return { matches, doubts };
}

/** The matches alone. */
export function matchNames(names: Names, meter: Meter): ReadonlyMap<string, string> {
  return compareNames(names, meter).matches;
}

// How many pairs of names are compared in one object. With more, none of its names is misspelled: it is another object.
const maxComparisons = 2_048;

// With more names that are close to one, none of them is a misspelling of it.
const maxSuitors = 8;

const part = 3;

interface Pair {
  readonly unknown: string;
  readonly known: string;
  readonly closeness: number;
  /** Whether the two may be different things all the same. */
  readonly isDoubtful: boolean;
}

function closePairs(
  unknown: readonly string[],
  known: readonly string[],
  { spelledOnly, isNumber, isOwners }: Pick<Names, "spelledOnly" | "isNumber" | "isOwners">,
): readonly Pair[] {
  const others = known.map((name) => ({ name, form: nameForm(name), words: wordsOf(name) }));
  return unknown.flatMap((name) => {
    const [form, words] = [nameForm(name), wordsOf(name)];
    return others.flatMap((other) => {
      const distance = haveSameWords(words, other.words) ? 0 : spellingDistance(form, other.form);
      const isPart = distance === undefined && !spelledOnly?.has(other.name) && isPartOfName(words, other.words);
      const closeness = isPart ? part : distance;
      if (closeness === undefined) return [];
      const beyond = isPart ? lastWordBeyond(words, other.words) : undefined;
      const hasUnit = isUnit(words.at(-1) ?? "");
      const mayLackUnit = beyond !== undefined && (hasUnit || isUnit(beyond) || (isNumber?.(other.name) ?? false));
      const isNear = closeness > 0 && !isPart;
      const isDoubtful =
        mayLackUnit ||
        (closeness === 0 && isOtherUnitByCase(name, other.name)) ||
        (isPart && turnsIntoAnother(words, other.words)) ||
        (isPart && (isOwners?.(other.name) ?? false)) ||
        (isNear && haveOtherMeanings(name, other.name)) ||
        (isNear && haveOtherShortWords(name, other.name) && (isNumber?.(other.name) ?? false));
      return [{ unknown: name, known: other.name, closeness, isDoubtful }];
    });
  });
}

/** Whether a name could be another one for a known name, as far as the two tell. */
export function mayBe(name: string, known: string): boolean {
  return closePairs([name], [known], {}).length > 0;
}
