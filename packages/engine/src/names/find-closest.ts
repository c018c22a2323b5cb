import { type Meter, spend } from "../meter.ts";
import { quote } from "../text/sanitize-text.ts";
import { foldName, spellingDistance } from "./near-spelling.ts";

/** Finds the known name that `name` probably misspells, unless two are equally close. Takes steps from `meter`. */
export function findClosest(name: string, known: readonly string[], meter?: Meter): string | undefined {
  if (meter) spend(meter, known.length * countCompareSteps(name));
  const folded = foldName(name);
  let best: string | undefined;
  let distance = 3;
  for (const candidate of new Set(known)) {
    const current = spellingDistance(folded, foldName(candidate)) ?? 3;
    if (current > distance || current === 3) continue;
    best = current === distance ? undefined : candidate;
    distance = current;
  }
  return best;
}

/** Suggests the known name that a misspelled name is closest to, if it is close enough. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const closest = findClosest(name, known);
  return closest === undefined ? undefined : `Did you mean ${quote(closest)}?`;
}

/** The cost of comparing a name with one known name, in steps. */
export function countCompareSteps(name: string): number {
  return 4 + Math.ceil(Math.min(name.length, 64) / 4);
}
