import { type Meter, spend } from "../meter.ts";
import { nameForm, spellingDistance } from "./near-spelling.ts";
import { haveOtherMeanings, isOtherUnitByCase } from "./other-meaning.ts";

/** The known name that a name is a misspelling of; undefined if two are equally close, or if it means something else. With a meter, comparing costs steps. */
export function closest(name: string, known: readonly string[], meter?: Meter): string | undefined {
  if (meter) spend(meter, known.length * stepsToCompare(name));
  const form = nameForm(name);
  let best: string | undefined;
  let distance = 3;
  for (const candidate of new Set(known)) {
    const found = spellingDistance(form, nameForm(candidate)) ?? 3;
    if (found > distance || found === 3) continue;
    // What is spelled almost the same and means something else leaves open what was meant.
    const isOther = found === 0 ? isOtherUnitByCase(name, candidate) : haveOtherMeanings(name, candidate);
    best = found === distance || isOther ? undefined : candidate;
    distance = found;
  }
  return best;
}

/** The cost of comparing a name with a known one. */
export function stepsToCompare(name: string): number {
  return 4 + Math.ceil(Math.min(name.length, 64) / 4);
}
