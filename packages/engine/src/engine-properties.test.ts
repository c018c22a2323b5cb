import assert from "node:assert/strict";
import test from "node:test";
import { type Json, limits } from "@assay/contract";
import {
  flooded,
  loyaltyCard,
  mostlyValid,
  nearlyValid,
  nonJsonCandidates,
  twoSpellings,
} from "@assay/testing/candidates/arbitrary-candidates";
import { shuffleMembers } from "@assay/testing/candidates/mutate-json";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CaseEdit } from "@assay/testing/cases/patch-json";
import { mutatedSpecs } from "@assay/testing/corpora/arbitrary-specs";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { printFigure } from "@assay/testing/print-figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { sha256 } from "@assay/testing/sha256";
import { assertNothingHidden, checkForm, checkPaths } from "@assay/testing/verdicts/check-verdict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { cel } from "./cel/index.ts";
import { type BuildOutcome, type CompiledSpec, createEngine, readJson, registryFromSnapshot } from "./index.ts";

const engine = createEngine({ sha256, cel });
const spec = compile("1.0.0");
const next = compile("2.0.0");
const registryDocument = registryFile();
const registry = registryFromSnapshot(registryDocument);
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
const fitsCandidateSchema = ajv.compile(spec.document.candidateSchema as object);
test("no bytes make the reader or the compiler throw", () => {
  const json = anyJson.map((value) => JSON.stringify(value));
  const broken = fc.tuple(json, fc.nat(), fc.string({ maxLength: 3 })).map(([text, offset, inserted]) => {
    const position = offset % (text.length + 1);
    return text.slice(0, position) + inserted + text.slice(position + (offset % 3));
  });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.oneof(json, broken).map((text) => new TextEncoder().encode(text)),
    fc.tuple(json, fc.nat(), fc.nat(255)).map(([text, offset, byte]) => {
      const encoded = new TextEncoder().encode(text);
      encoded[offset % encoded.length] = byte;
      return encoded;
    }),
  );
  const property = fc.property(bytes, (input) => {
    const read = readJson(input);
    if (read.kind === "ok") assert.equal(JSON.stringify(read.value), JSON.stringify(JSON.parse(decode(input))));
    assert.equal(engine.compileSpec(input).kind, "broken");
  });
  fc.assert(property, propertyRuns());
});

test("no value that a program can pass makes the engine throw, and every verdict is well-formed", () => {
  let invalid = 0;
  const property = fc.property(nonJsonCandidates, ({ make }) => {
    const candidate = make() as Json;
    const { verdict } = engine.build({ spec, next, registry, candidate });
    checkForm(verdict);
    if (!verdict.valid) invalid += 1;
  });
  fc.assert(property, propertyRuns());
  printFigure("invalid candidates that only a program can pass", invalid, "at least a third");
  if (hasEnoughRuns) assert.ok(invalid >= propertyRuns().numRuns / 3);
});

test("no spec package makes the compiler throw, and an accepted one gives a verdict on every candidate", () => {
  const settings = propertyRuns(0.15);
  let accepted = 0;
  let failedOnlyTests = 0;
  const property = fc.property(
    mutatedSpecs,
    fc.array(fc.oneof(nearlyValid, anyJson), { maxLength: 4 }),
    (text, others) => {
      const compiled = engine.compileSpec(new TextEncoder().encode(text));
      if (compiled.kind === "broken") {
        assert.ok(compiled.problems.length > 0);
        for (const problem of compiled.problems) {
          // Only a problem inside an expression has a span.
          const { span: _, ...texts } = problem;
          assert.deepEqual(Object.keys(texts), ["code", "at", "message", "advice"]);
          for (const text of Object.values(texts)) assert.equal(typeof text, "string");
          assertNothingHidden([problem.message, problem.advice, problem.at]);
        }
        if (compiled.problems.every(({ code }) => code === "spec.test-failed")) failedOnlyTests += 1;
        return;
      }
      accepted += 1;
      const { document } = compiled.spec;
      const { $id, ...schema } = document.candidateSchema as { readonly [keyword: string]: Json };
      const fits = ajv.compile(schema);
      for (const candidate of [loyaltyCard, ...others]) {
        const { verdict, proposalPackage } = engine.build({ spec: compiled.spec, registry, candidate });
        checkForm(verdict);
        checkPaths(verdict, candidate);
        const ids = new Set(document.rules?.map(({ id }) => id));
        for (const { rule } of verdict.diagnostics) assert.ok(rule === undefined || ids.has(rule), rule);
        if (proposalPackage) assert.ok(fits(proposalPackage.candidate), JSON.stringify(fits.errors));
      }
    },
  );
  fc.assert(property, settings);
  printFigure(`mutated spec packages accepted, of ${settings.numRuns}`, accepted, "at least 3 %");
  printFigure(
    `mutated spec packages refused by their own tests alone, of ${settings.numRuns}`,
    failedOnlyTests,
    "at least 2 %",
  );
  if (hasEnoughRuns) assert.ok(accepted >= settings.numRuns * 0.03);
  if (hasEnoughRuns) assert.ok(failedOnlyTests >= settings.numRuns * 0.02);
});

test("the same input gives the same bytes, whichever engine compiled the spec package", () => {
  const otherEngine = createEngine({ sha256, cel });
  const otherInput = { spec: compile("1.0.0", otherEngine), registry: registryFromSnapshot(registryFile()) };
  const otherNext = compile("2.0.0", otherEngine);
  const property = fc.property(nearlyValid, fc.nat(4), (candidate, chance) => {
    const first = engine.build({ spec, registry, candidate, ...(chance === 1 ? { next } : {}) });
    const copy = structuredClone(candidate);
    const second = otherEngine.build({ ...otherInput, candidate: copy, ...(chance === 1 ? { next: otherNext } : {}) });
    assert.equal(JSON.stringify(second), JSON.stringify(first));
  });
  fc.assert(property, propertyRuns());
});

test("the order of members changes neither the verdict nor the package", () => {
  const count = { packaged: 0, fixes: 0 };
  const property = fc.property(fc.oneof(mostlyValid, nearlyValid), fc.nat(), (candidate, seed) => {
    const first = build(candidate);
    const second = build(shuffleMembers(candidate, createRandom(seed)));
    assert.deepEqual(second.verdict, first.verdict);
    assert.equal(JSON.stringify(second.proposalPackage), JSON.stringify(first.proposalPackage));
    assert.equal(second.idempotencyKey, first.idempotencyKey);
    if (first.proposalPackage) count.packaged += 1;
    if (first.verdict.diagnostics.some(({ fix }) => fix)) count.fixes += 1;
  });
  fc.assert(property, propertyRuns());
  if (hasEnoughRuns)
    assert.ok(Math.min(count.packaged, count.fixes) >= propertyRuns().numRuns / 10, JSON.stringify(count));
});

test("building a packaged candidate again gives the same package", () => {
  let packaged = 0;
  const candidates = fc.oneof(
    mostlyValid,
    twoSpellings.map(([, other]) => other),
  );
  const property = fc.property(candidates, (candidate) => {
    const first = build(candidate).proposalPackage;
    if (!first) return;
    packaged += 1;
    const again = build(first.candidate);
    assert.equal(JSON.stringify(again.proposalPackage), JSON.stringify(first));
    assert.ok(fitsCandidateSchema(first.candidate), JSON.stringify(fitsCandidateSchema.errors));
  });
  fc.assert(property, propertyRuns());
  if (hasEnoughRuns) assert.ok(packaged >= propertyRuns().numRuns / 4, `${packaged} packaged`);
});

test("a verdict is short and sorted, matches its schema, and has only paths that exist in the candidate", () => {
  let longest = 0;
  let cut = 0;
  const property = fc.property(fc.oneof({ weight: 30, arbitrary: nearlyValid }, flooded), (candidate) => {
    const verdict = engine.validate({ spec, next, registry, candidate });
    longest = Math.max(longest, checkForm(verdict));
    checkPaths(verdict, candidate);
    if (verdict.omitted) cut += 1;
  });
  fc.assert(property, propertyRuns());
  printFigure("bytes of the longest verdict", longest, `at most ${limits.verdictBytes}`);
  printFigure("verdicts that were cut", cut, "at least 1");
  if (hasEnoughRuns) assert.ok(cut > 0);
});

test("refuses spec packages that would break the engine's libraries, with advice for their author", () => {
  const notes = "/candidateSchema/properties/rationaleNotes";
  const chain = Object.fromEntries(Array.from({ length: 5500 }, (_, n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }]));
  const traps: readonly (readonly [code: string, edits: readonly CaseEdit[]])[] = [
    ["spec.reference", [add("/candidateSchema/default", { allOf: 5 }), add(`${notes}/$ref`, "#/default")]],
    ["spec.reference", [add("/candidateSchema/$defs", { x: true }), add(`${notes}/$ref`, "#/$defs/%E0")]],
    ["spec.keyword", [add(`${notes}/constructor`, true)]],
    ["spec.keyword", [add(`${notes}/__proto__`, true)]],
    ["spec.shape", [add("/toString", true)]],
    ["spec.pattern", [add(`${notes}/pattern`, "(".repeat(1000) + ")".repeat(1000)), add(`${notes}/maxLength`, 9)]],
    ["spec.too-large", [add("/candidateSchema/$defs", { ...chain, d5500: true })]],
  ];
  for (const [code, edits] of traps) {
    const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0", edits));
    const problems = compiled.kind === "broken" ? compiled.problems : [];
    assert.ok(
      problems.some((problem) => problem.code === code),
      `${code}: ${JSON.stringify(edits).slice(0, 200)}`,
    );
    for (const { advice } of problems) assert.equal(typeof advice, "string");
  }
});

function build(candidate: Json): BuildOutcome {
  return engine.build({ spec, registry, candidate });
}

function add(path: string, value: Json): CaseEdit {
  return { op: "add", path, value };
}

function compile(version: string, compiler = engine): CompiledSpec {
  const compiled = compiler.compileSpec(specFile(`datamint/generator-option/${version}`));
  if (compiled.kind === "broken") assert.fail(JSON.stringify(compiled.problems));
  return (compiled as { readonly spec: CompiledSpec }).spec;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
