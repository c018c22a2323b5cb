import { type Meter, spend } from "../meter.ts";
import { quote } from "../text/sanitize-text.ts";
import { foldName, spellingDistance } from "./near-spelling.ts";

/** The known name that a name may be a misspelling of; undefined if two are equally close. With a meter, comparing costs steps. */
export function closest(name: string, known: readonly string[], meter?: Meter): string | undefined {
  if (meter) spend(meter, known.length * countCompareSteps(name));
  const folded = foldName(name);
  let best: string | undefined;
  let distance = 3;
  for (const candidate of new Set(known)) {
    const found = spellingDistance(folded, foldName(candidate)) ?? 3;
    if (found > distance || found === 3) continue;
    best = found === distance ? undefined : candidate;
    distance = found;
  }
  return best;
}

/** Advice on a misspelled name, if a known name is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `Did you mean ${quote(near)}?`;
}

/** The cost of comparing a name with a known one. */
export function countCompareSteps(name: string): number {
  return 4 + Math.ceil(Math.min(name.length, 64) / 4);
}
