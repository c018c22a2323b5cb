import { type Json, type JsonObject, type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { createCollector } from "../findings/collector.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isArray, isContainer } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { createMeter, type Meter, withinBudget } from "../meter.ts";
import { createIsMapKey, type IsMapKey } from "../schema/map-keys.ts";
import { type CompiledRule, type CompiledSpec, partsOf, type SpecParts } from "../spec/compiled-spec.ts";
import { quoted } from "../text/outside-text.ts";
import { notPrepared } from "../validate/check-against-schema.ts";
import { createCheckContext } from "../validate/check-context.ts";
import { largest, largestCandidate, maxItems } from "./largest-candidate.ts";

/** A rule that cannot check every candidate that the schema allows; for `spec.capacity`, which is a warning. */
export interface CapacityProblem extends SpecProblem {
  /** The array or map whose size decides, as a pointer pattern. */
  readonly list: string;
  /** The number of items that can be checked. */
  readonly checked: number;
  /** The number of items that the schema allows and a request has room for. */
  readonly allowed: number;
}

/**
 * Runs the schema and every rule of a spec package on candidates of the largest sizes that the schema allows: each rule alone,
 * then all of them. What takes more steps than a verdict may is returned, with the number of items that it can check. The
 * candidates are made from the schema, so a rule whose work depends on other values may still take more.
 *
 * @example
 * for (const { at, list, checked, allowed } of capacityOf(spec)) console.warn(at, list, checked, "of", allowed);
 */
export function capacityOf(spec: CompiledSpec): readonly CapacityProblem[] {
  const parts = partsOf(spec);
  const { rules, document } = parts;
  // What is sorted is checked twice.
  const times = document.normalize?.some(({ ops }) => ops.includes("sort")) ? 2 : 1;
  const isWithin = (some: readonly CompiledRule[]) => (candidate: Json) => {
    const costs = some.map((rule) => costOf(rule, candidate));
    return times * costs.reduce((sum, cost) => sum + cost, schemaCostOf(parts, candidate)) <= limits.steps;
  };
  const candidatesFor = createCandidates(document.candidateSchema);
  const find = (large: ReadonlySet<string> | undefined, some: readonly CompiledRule[], who: Who) => {
    const candidatesOf = candidatesFor(large);
    const all = candidatesOf(maxItems);
    if (all.every(isWithin(some))) return [];
    const isMapKey = createIsMapKey(document.candidateSchema, createMeter(limits.steps));
    const { path, size: allowed } = longestIn(all[0] ?? null, isMapKey);
    const checked = largest(allowed - 1, (most) => candidatesOf(most).every(isWithin(some)));
    return [toProblem(who, pointerOf(path), checked, allowed)];
  };
  const costly = rules.flatMap((rule, index) => {
    const { id } = rule.origin;
    return find(rule.properties, [rule], { name: `The rule ${quoted(id)}`, path: ["rules", String(index)], advice });
  });
  return costly.length > 0 ? costly : find(undefined, rules, together);
}

/** What takes too many steps, where it is in the spec package, and what to do about it. */
interface Who {
  readonly name: string;
  readonly path: readonly string[];
  readonly advice: string;
}

const advice =
  'Lower the limits on what the rule reads, or use a rule that reads each item once: "unique-by" does, and takes several pointers.';
const together: Who = {
  name: "The schema and all rules together",
  path: ["candidateSchema"],
  advice: "Lower the limits on arrays and strings in candidateSchema.",
};

function toProblem({ name, path, advice }: Who, list: string, checked: number, allowed: number): CapacityProblem {
  const message = `${name} can check about ${checked} items in ${quoted(list)}; a candidate may have up to ${allowed}.`;
  return { ...specProblem("spec.capacity", path, message, advice), list, checked, allowed };
}

// Many rules read the same properties.
function createCandidates(schema: JsonSchema) {
  const known = new Map<string, readonly Json[]>();
  return (large: ReadonlySet<string> | undefined) => (most: number) => {
    const key = JSON.stringify([most, large && [...large].sort()]);
    const candidates =
      known.get(key) ?? [false, true].map((areEqual) => largestCandidate(schema, { areEqual, large, most }));
    known.set(key, candidates);
    return candidates;
  };
}

interface Sized {
  readonly path: readonly string[];
  readonly size: number;
}

// The array or map with the most items; the first item of each stands for all.
function longestIn(value: Json, isMapKey: IsMapKey, path: readonly string[] = []): Sized {
  if (!isContainer(value)) return { path, size: 0 };
  const names = Object.keys(value);
  const keys = names.filter((name) => isArray(value) || isMapKey(path, name));
  const [key] = keys;
  return names
    .filter((name) => name === key || !keys.includes(name))
    .map((name) => longestIn((value as JsonObject)[name] as Json, isMapKey, [...path, name === key ? "*" : name]))
    .reduce((one, other) => (other.size > one.size ? other : one), { path, size: keys.length });
}

// A candidate with many mistakes takes more, and its author has to correct them anyway: then the work says nothing about
// candidates of this size, unless it does not end.
function costOf(rule: CompiledRule, candidate: Json): number {
  let isReported = false;
  const report = () => {
    isReported = true;
  };
  const steps = stepsOf((meter) => {
    const prepared = notPrepared(candidate);
    rule.run(createCheckContext({ prepared, collector: createCollector(candidate), meter, report }));
  });
  return isReported && steps <= limits.steps ? 0 : steps;
}

function schemaCostOf(spec: SpecParts, candidate: Json): number {
  return stepsOf((meter) => {
    spec.normalizer.strings(candidate, meter);
    spec.sizeGate(candidate, meter);
    spec.findSchemaErrors(candidate, meter);
  });
}

// More than a verdict may take is too much, however much more.
function stepsOf(work: (meter: Meter) => void): number {
  const meter = createMeter(limits.steps + 1);
  withinBudget(
    () => work(meter),
    () => undefined,
  );
  return limits.steps + 1 - meter.left;
}
