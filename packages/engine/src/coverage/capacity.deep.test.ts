import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonSchema, limits, resolvedTests } from "@assay/contract";
import { allDomains } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { unseenDomain, unseenDomainsAreAbsent } from "@assay/testing/corpora/unseen-domains";
import { figure } from "@assay/testing/figure";
import { isArray, isContainer, member } from "../json/json.ts";
import { registryFromSnapshot } from "../registry/registry-view.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { capacityOf } from "./capacity.ts";
import { largest, largestCandidate, maxItems } from "./largest-candidate.ts";

const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
const specs: readonly { readonly name: string; readonly spec: CompiledSpec }[] = [
  ...allDomains(),
  ...(unseenDomainsAreAbsent
    ? []
    : ["iac", "lab", "music", "pay", "robo"].map((name) => ({ name, spec: unseenDomain(name).spec }))),
];

test("the largest candidates that schemas allow are checked to the end, but for rules that were warned of", () => {
  let candidates = 0;
  let bytes = 0;
  let early = 0;
  const ended: string[] = [];
  const warnings: string[] = [];
  for (const { name, spec } of specs) {
    const warned = capacityOf(spec);
    for (const { at, checked, list, allowed } of warned)
      warnings.push(`${name} ${at} (${checked} of ${allowed} in ${list})`);
    for (const candidate of largeCandidates(spec)) {
      candidates += 1;
      bytes = Math.max(bytes, JSON.stringify(candidate).length);
      const { diagnostics } = engine.validate({ spec, registry, candidate });
      // A candidate with thousands of mistakes may end early; then it is its author who acts.
      const isWrong = diagnostics.some(({ code, severity }) => code !== "check.budget" && severity === "error");
      for (const { code, rule, needs } of diagnostics) {
        if (code !== "check.budget" || warned.some(({ at }) => at === rule.at)) continue;
        if (needs === "product-team" || !isWrong) ended.push(`${name} ${rule.at}`);
        else early += 1;
      }
    }
  }
  figure("packages whose largest candidates were checked", specs.length, "8, and 5 of shared/data");
  figure("largest candidates: count, and bytes of the largest", `${candidates}, ${bytes}`, "printed");
  figure("rules that `spec check` warns of", warnings.join(", "), "printed");
  figure("largest candidates: ended early with other errors, for their authors", early, "printed");
  figure("largest candidates: check.budget without a warning", ended.length, 0);
  assert.deepEqual(ended, []);
});

// Made from the schema, and from the accepted candidates of tests with each array, and all of them, filled up.
function* largeCandidates({ document }: CompiledSpec): Generator<Json> {
  const { candidateSchema } = document;
  const names = Object.keys(member(candidateSchema as { readonly [name: string]: Json }, "properties") as object);
  for (const large of [undefined, ...names.map((name) => new Set([name]))]) {
    for (const areEqual of [false, true]) yield largestCandidate(candidateSchema, { areEqual, large, most: maxItems });
  }
  for (const { candidate, expect } of resolvedTests(document)) {
    if (expect.length > 0) continue;
    const patterns = new Set([...arraysIn(candidate, [])].map((path) => path.join("/")));
    for (const chosen of [patterns, ...[...patterns].map((pattern) => new Set([pattern]))]) {
      const grown = (most: number) => fill(candidate, candidateSchema, { chosen, most }, []);
      yield grown(largest(maxItems, (most) => JSON.stringify(grown(most)).length <= limits.bodyBytes));
    }
  }
}

function* arraysIn(value: Json, path: readonly string[]): Generator<readonly string[]> {
  if (!isContainer(value)) return;
  if (isArray(value)) yield path;
  for (const [name, inner] of Object.entries(value)) yield* arraysIn(inner, [...path, isArray(value) ? "*" : name]);
}

interface Filling {
  readonly chosen: ReadonlySet<string>;
  readonly most: number;
}

function fill(value: Json, schema: JsonSchema, filling: Filling, path: readonly string[]): Json {
  if (!isContainer(value)) return value;
  if (!isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, fill(inner, schema, filling, [...path, name])]),
    );
  }
  const items = value.map((item) => fill(item, schema, filling, [...path, "*"]));
  if (items.length === 0 || !filling.chosen.has(path.join("/"))) return items;
  const limitsThere = schemasAt(schema, path).map(({ schema: part }) =>
    Number(member(part as never, "maxItems") ?? Infinity),
  );
  const length = Math.max(items.length, Math.min(filling.most, ...limitsThere));
  return Array.from({ length }, (_, index) => numbered(items[index % items.length] as Json, index));
}

// Items that differ in every string.
function numbered(item: Json, index: number): Json {
  if (typeof item === "string") return index === 0 ? item : `${item}${index}`;
  if (!isContainer(item) || isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, numbered(inner, index)]));
}
