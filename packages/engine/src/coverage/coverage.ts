import { type Json, limits, type Rule, type SpecTest } from "@assay/contract";
import { valueAt } from "../json/pointer.ts";
import { matchesOf, parsePattern } from "../json/pointer-pattern.ts";
import { createMeter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/registry-view.ts";
import type { Idn } from "../schema/formats.ts";
import { type CompiledSpec, partsOf, type SpecParts } from "../spec/compiled-spec.ts";
import { runChecks } from "../validate/run-checks.ts";
import { createReachedPlaces } from "./reached-places.ts";
import { type SchemaPlace, schemaPlaces } from "./schema-places.ts";

/** How often the tests of a package show that a rule refuses something, and that it accepts something. */
export interface RuleCoverage {
  readonly id: string;
  /** Where the rule is in the spec package, as a JSON Pointer. */
  readonly at: string;
  /** The tests in which it reported something. */
  readonly reported: number;
  /** The tests in which it had something to check and reported nothing. */
  readonly passed: number;
}

/** What some tests of a spec package reach. */
export interface Coverage {
  /** The checks that always run, and the rules of the package. */
  readonly rules: readonly RuleCoverage[];
  /** Every part and every listed value of the candidate schema. */
  readonly places: readonly (SchemaPlace & { readonly reached: boolean })[];
}

/**
 * Runs tests of a spec package and observes what they reach. Pass the tests that pass: what a failing one shows is not what
 * its author thinks. Internationalized domain names need `idn`, as compiling does.
 *
 * A rule is reached if it reported something in one test, and had something to check and reported nothing in another. A part
 * of the schema is reached if a value of a candidate is checked against it and matches; a listed value, if a candidate has it
 * there.
 *
 * @example
 * const unreached = coverageOf(spec, resolvedTests(spec.document)).places.filter(({ reached }) => !reached);
 */
export function coverageOf(
  spec: CompiledSpec,
  tests: readonly SpecTest[],
  { idn }: { readonly idn?: Idn | undefined } = {},
): Coverage {
  const parts = partsOf(spec);
  const { candidateSchema } = parts.document;
  const reach = createReachedPlaces(candidateSchema, idn);
  const checks = checksOf(parts);
  const counts = new Map(checks.map(({ id }) => [id, { reported: 0, passed: 0 }]));
  for (const test of tests) {
    const { ran, reported, candidate } = observe(parts, test);
    reach.add(candidate);
    for (const { id, readsIn } of checks) {
      const count = counts.get(id);
      if (!count) continue;
      if (reported.has(id)) count.reported += 1;
      else if (ran.has(id) && readsIn(candidate)) count.passed += 1;
    }
  }
  return {
    rules: checks.map(({ id, at }) => ({ id, at, reported: 0, passed: 0, ...counts.get(id) })),
    places: schemaPlaces(candidateSchema).map((place) => ({ ...place, reached: reach.has(place.pointer) })),
  };
}

interface ObservedCheck {
  readonly id: string;
  readonly at: string;
  /** Whether it has something to check in a candidate. */
  readsIn(candidate: Json): boolean;
}

function checksOf({ document }: SpecParts): readonly ObservedCheck[] {
  return [
    { id: "owner-kind", at: "/owner/kinds", readsIn: hasSome("/owner/kind") },
    { id: "generator-id", at: "/generatorId", readsIn: hasSome("/generatorId") },
    ...(document.rules ?? []).map((rule, index) => ({ id: rule.id, at: `/rules/${index}`, readsIn: readsOf(rule) })),
  ];
}

function readsOf(rule: Rule): ObservedCheck["readsIn"] {
  switch (rule.check) {
    case "sum-equals":
      return hasSome(`${rule.at}/*${rule.of ?? ""}`, (value) => typeof value === "number");
    case "unique-by": {
      const paths = [rule.by].flat().map(parsePattern);
      return hasSome(`${rule.at}/*`, (item) => paths.every((path) => valueAt(item, path) !== undefined));
    }
    case "records-match-fields":
      return hasSome(`${rule.at}/*`);
    default:
      return hasSome(rule.at);
  }
}

function hasSome(pattern: string, isRead: (value: Json) => boolean = () => true): ObservedCheck["readsIn"] {
  const path = parsePattern(pattern);
  return (candidate) => [...matchesOf(candidate, path)].some(({ value }) => isRead(value));
}

function observe(spec: SpecParts, { registry: ids, candidate }: SpecTest) {
  const entries = ids.map((id) => ({ id, state: "active" as const }));
  const registry = registryFromSnapshot({ revision: "test", entries, pending: [] });
  const results = runChecks({ spec, registry, candidate, meter: createMeter(limits.steps) });
  const reported = new Set<string>();
  for (const { first } of results.collector.unordered()) reported.add(first.rule.id);
  return { ran: new Set(results.ran), reported, candidate: results.candidate };
}
