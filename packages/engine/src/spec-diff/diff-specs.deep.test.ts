import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSpecPackage, type Json, type JsonObject, resolvedTests, type SpecPackage } from "@assay/contract";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { specFile } from "@assay/testing/cases/golden-cases";
import { editedPackages, someEditsAreAbsent } from "@assay/testing/corpora/spec-edits";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { sha256 } from "@assay/testing/sha256";
import type { Effect } from "./change.ts";
import { comparePackages } from "./compare-packages.ts";
import { diffSpecs } from "./diff-specs.ts";
import { judgeBump } from "./judge-bump.ts";
import { nearbyCandidates } from "./nearby-candidates.ts";

const engine = createEngine({ sha256, cel });
const bases: readonly SpecPackage[] = [
  firstSpecPackage("a", "b"),
  ...[
    "datamint/generator-option/1.0.0",
    "fieldlab/sensor/1.0.0",
    "flagship/feature-flag/1.0.0",
    "gateway/endpoint/1.0.0",
    "lingua/text-collection/1.0.0",
  ].map((name) => JSON.parse(new TextDecoder().decode(specFile(name))) as SpecPackage),
];

type Part = { [name: string]: Json };

// One edit as authors make them: a bound, a list, a property, a rule.
function edit(document: Part, random: Random): string {
  const schemas: Part[] = [];
  const visit = (value: Json) => {
    if (typeof value !== "object" || value === null) return;
    // Properties may be called type and enum; their values are schemas then.
    const { type, enum: values } = value as Part;
    if (typeof type === "string" || Array.isArray(type) || Array.isArray(values)) schemas.push(value as Part);
    for (const inner of Object.values(value)) visit(inner as Json);
  };
  visit(document.candidateSchema as Json);
  const schema = random.pick(schemas);
  const rules = (document.rules ?? []) as Part[];
  const rule = rules.length > 0 ? random.pick(rules) : {};
  const bounds = Object.keys(schema).filter((keyword) => typeof schema[keyword] === "number");
  const required = schema.required as Json[] | undefined;
  const properties = schema.properties as Part | undefined;
  switch (random.below(11)) {
    case 0:
    case 1:
    case 2: {
      const keyword = bounds.length > 0 ? random.pick(bounds) : "maxLength";
      schema[keyword] = Math.max(Number(schema[keyword] ?? 4) + random.pick([-3, -1, 1, 3]), 1);
      return keyword;
    }
    case 3:
      if (Array.isArray(schema.enum))
        schema.enum = random.below(2) ? [...schema.enum, "more"] : schema.enum.slice(0, -1);
      return "enum";
    case 4:
      if (required) schema.required = required.filter(() => random.below(4) > 0);
      return "required";
    case 5:
      if (properties)
        schema.required = Object.keys(properties).filter((name) => required?.includes(name) || random.below(2) === 0);
      return "required";
    case 6:
      if (properties) properties[`more${random.below(2)}`] = { type: "string", maxLength: 5 };
      return "properties";
    case 7:
      if (typeof schema.type === "string" && schema.type !== "object") schema.type = [schema.type, "null"];
      return "type";
    case 8:
      if (Array.isArray(rule.values))
        rule.values = random.below(2) ? [...rule.values, "more"] : rule.values.slice(0, -1);
      else rule.severity = random.pick(["error", "warning"]);
      return "rule";
    case 9:
      if (random.below(2)) document.rules = rules.filter(() => random.below(3) > 0);
      else document.owner = { kinds: random.pick([["human"], ["human", "team"], ["team"]]) };
      return "rules or owner";
    default:
      if ("assert" in rule)
        rule.assert = random.pick(["true", `(${rule.assert}) || 1 > 2`, "size(self.generatorId) > 8"]);
      else delete schema.pattern;
      return "expression or pattern";
  }
}

function compiled(document: Json): CompiledSpec | undefined {
  const result = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  return result.kind === "ok" ? result.spec : result.rejectedSpec;
}

const registry = registryFromSnapshot({ revision: "1", entries: [{ id: "old-one", state: "active" }], pending: [] });

test("nothing is called wider that refuses more, or narrower that accepts more", () => {
  const random = createRandom(seed);
  const pairs = scaled({ quick: 12, ci: 40, full: 2_000 });
  const counts = { cannotRefuse: 0, cannotAccept: 0, either: 0 };
  let verdicts = 0;
  for (let pair = 0; pair < pairs; ) {
    const before = random.pick(bases);
    const document = structuredClone(before) as unknown as Part;
    for (let left = 1 + random.below(2); left > 0; left--) edit(document, random);
    const [old, next] = [compiled(before as never), compiled(document as Json)];
    // What is no spec package cannot be published.
    if (!old || !next || JSON.stringify(old.document) === JSON.stringify(next.document)) continue;
    pair += 1;
    const changes = comparePackages(old.document, next.document);
    const has = (...effects: readonly Effect[]) => changes.some(({ effect }) => effects.includes(effect));
    const [mayRefuse, mayAccept] = [has("narrower", "either"), has("wider", "either")];
    if (!mayRefuse) counts.cannotRefuse += 1;
    if (!mayAccept) counts.cannotAccept += 1;
    if (mayRefuse && mayAccept) counts.either += 1;
    for (const candidate of candidatesFor(old.document, next.document, random)) {
      verdicts += 1;
      const [one, other] = [old, next].map(
        (spec) => engine.validate({ spec, registry, candidate, fixes: false }).valid,
      );
      const about = `${JSON.stringify(changes)} ${JSON.stringify(candidate)}`;
      if (!mayRefuse) assert.ok(!(one && !other), about);
      if (!mayAccept) assert.ok(!(other && !one), about);
    }
  }
  const total = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  figure("generated pairs of packages", `${total.join(", ")}; ${verdicts} candidates under both`, "no wrong claim");
  assert.ok(counts.cannotRefuse > 0 && counts.cannotAccept > 0);
});

test("of sixty single edits none is claimed to be what it is not", (t) => {
  if (someEditsAreAbsent) t.diagnostic(`Only the edits of three packages: ${someEditsAreAbsent}`);
  const edited = editedPackages();
  const wrong: string[] = [];
  const counts = { observed: 0, proverAlone: 0, narrowerOrWider: 0 };
  for (const { what, effect, prover, before, after } of edited) {
    const { changes, evidence } = diffSpecs(before, after);
    const flips = [...evidence.tests.flips, ...evidence.neighbours.flips];
    const observed = new Set(flips.map(({ acceptedBy }) => (acceptedBy === "old" ? "refuses" : "accepts")));
    const expected = new Set(effect === "both" ? ["refuses", "accepts"] : effect === "none" ? [] : [effect]);
    const has = (...effects: readonly Effect[]) => changes.some((change) => effects.includes(change.effect));
    if (!observed.isSubsetOf(expected)) wrong.push(`${what}: observed ${[...observed]}`);
    if (!has("narrower", "either") && expected.has("refuses")) wrong.push(`${what}: refuses, and no change says so`);
    if (!has("wider", "either") && expected.has("accepts")) wrong.push(`${what}: accepts, and no change says so`);
    for (const bump of ["1.0.1", "1.1.0"]) {
      const { verdict } = judgeBump(["1.0.0", bump], changes, evidence);
      if (verdict === "justified" && expected.has("refuses")) wrong.push(`${what}: ${bump} is called justified`);
    }
    const isObserved = expected.isSubsetOf(observed);
    if (isObserved) counts.observed += 1;
    if (!isObserved && prover !== "undecided") counts.proverAlone += 1;
    if (!has("either")) counts.narrowerOrWider += 1;
  }
  figure(`single edits of ${edited.length} whose effect was observed`, counts.observed, "printed");
  figure("single edits with no change that may do either", counts.narrowerOrWider, "printed");
  figure("decided by the prover of subsets alone", counts.proverAlone, maxProverAlone);
  figure("wrong claims", wrong.length, 0);
  assert.deepEqual(wrong, []);
  assert.ok(counts.proverAlone <= maxProverAlone);
});

// With more, the prover would have stayed (decision 0032).
const maxProverAlone = 15;

function candidatesFor(before: SpecPackage, after: SpecPackage, random: Random): readonly Json[] {
  const own = [...resolvedTests(before), ...resolvedTests(after)].map(({ candidate }) => candidate);
  const [first] = resolvedTests(before).filter(({ expect }) => expect.length === 0);
  const near = [...nearbyCandidates(first?.candidate as JsonObject, [before, after])].map(({ candidate }) => candidate);
  return [...own, ...near.filter(() => near.length < 120 || random.below(near.length) < 120)];
}
