import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject } from "../json/json.ts";
import { type Meter, memberSteps, spend } from "../meter.ts";

const stepsPerCopied = 6;

/** A copy of a candidate in which the values that findings correct are replaced; their paths are those of the candidate. */
export function correctValues(candidate: Json, corrected: readonly AnyFinding[], meter: Meter): Json {
  return corrected.length === 0 ? candidate : replaced(candidate, corrected, 0, meter);
}

// Copies only the containers on the way to a corrected value, each of them once.
function replaced(value: Json, corrected: readonly AnyFinding[], depth: number, meter: Meter): Json {
  const here = corrected.find(({ path }) => path.length === depth);
  if (here) return here.corrected ?? value;
  const inside = Map.groupBy(corrected, ({ path }) => path[depth]);
  const changed = (token: string, inner: Json) => {
    const some = inside.get(token);
    return some ? replaced(inner, some, depth + 1, meter) : inner;
  };
  if (Array.isArray(value)) return value.map((item: Json, index) => changed(String(index), item));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  spend(meter, stepsPerCopied * memberSteps(members.length));
  return Object.fromEntries(members.map(([name, inner]) => [name, changed(name, inner)]));
}
