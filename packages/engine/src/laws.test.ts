import assert from "node:assert/strict";
import test from "node:test";
import { type Json, limits, type PatchOperation, type Verdict } from "@assay/contract";
import {
  flooded,
  impossible,
  loyaltyCard,
  mostlyValid,
  nearlyValid,
  twoSpellings,
} from "@assay/testing/candidates/arbitrary-candidates";
import { shuffleMembers } from "@assay/testing/candidates/mutate-json";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { mutatedSpecs } from "@assay/testing/corpora/arbitrary-specs";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { sha256 } from "@assay/testing/sha256";
import { assertNothingHidden, checkForm, checkPaths, resolves } from "@assay/testing/verdicts/check-verdict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { cel } from "./cel/index.ts";
import {
  applyFix,
  type BuildOutcome,
  type CompiledSpec,
  createEngine,
  readJson,
  registryFromSnapshot,
} from "./index.ts";

const engine = createEngine({ sha256, cel });
const spec = compile("1.0.0");
const next = compile("2.0.0");
const registryDocument = registryFile();
const registry = registryFromSnapshot(registryDocument);
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
const fitsCandidateSchema = ajv.compile(spec.document.candidateSchema as object);
const allChecks = [
  "candidate-schema",
  "owner-kind",
  "generator-id",
  ...(spec.document.rules ?? []).map(({ id }) => id),
];

test("no bytes make the reader or the compiler throw", () => {
  const json = anyJson.map((value) => JSON.stringify(value));
  const broken = fc.tuple(json, fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, inserted]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + inserted + text.slice(place + (at % 3));
  });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.oneof(json, broken).map((text) => new TextEncoder().encode(text)),
    fc.tuple(json, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const encoded = new TextEncoder().encode(text);
      encoded[at % encoded.length] = byte;
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

test("no value that a program can hand in makes the engine throw, and nothing that is not JSON is valid", () => {
  let notJson = 0;
  const property = fc.property(impossible, ({ make }) => {
    const candidate = make() as Json;
    const { verdict } = engine.build({ spec, next, registry, candidate });
    checkForm(verdict);
    if (verdict.diagnostics.some(({ params }) => typeof params?.found === "string")) notJson += 1;
  });
  fc.assert(property, propertyRuns());
  figure("candidates that only a program can hand in", notJson, "at least a third");
  if (hasEnoughRuns) assert.ok(notJson >= propertyRuns().numRuns / 3);
});

test("no spec package makes the compiler throw, and one that it accepts judges every candidate", () => {
  const settings = propertyRuns(0.15);
  let accepted = 0;
  let reachedItsTests = 0;
  const property = fc.property(
    mutatedSpecs,
    fc.array(fc.oneof(nearlyValid, anyJson), { maxLength: 4 }),
    (text, others) => {
      const compiled = engine.compileSpec(new TextEncoder().encode(text));
      if (compiled.kind === "broken") {
        assert.ok(compiled.problems.length > 0);
        for (const problem of compiled.problems) {
          // Only one inside an expression has a place there.
          const { span: _, ...texts } = problem;
          assert.deepEqual(Object.keys(texts), ["code", "at", "message", "advice"]);
          for (const text of Object.values(texts)) assert.equal(typeof text, "string");
          assertNothingHidden([problem.message, problem.advice, problem.at]);
        }
        if (compiled.problems.every(({ code }) => code === "spec.test-failed")) reachedItsTests += 1;
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
        for (const { rule } of verdict.diagnostics)
          assert.ok(resolves(document as never, rule.at), `rule.at ${rule.at}`);
        if (proposalPackage) assert.ok(fits(proposalPackage.candidate), JSON.stringify(fits.errors));
      }
    },
  );
  fc.assert(property, settings);
  figure(`mutated spec packages accepted, of ${settings.numRuns}`, accepted, "at least 3 %");
  figure(
    `mutated spec packages refused by their own tests alone, of ${settings.numRuns}`,
    reachedItsTests,
    "at least 2 %",
  );
  if (hasEnoughRuns) assert.ok(accepted >= settings.numRuns * 0.03);
  if (hasEnoughRuns) assert.ok(reachedItsTests >= settings.numRuns * 0.02);
});

test("equal input gives equal bytes, whichever engine compiled the spec package", () => {
  const other = createEngine({ sha256, cel });
  const now = { spec: compile("1.0.0", other), registry: registryFromSnapshot(registryFile()) };
  const otherNext = compile("2.0.0", other);
  const property = fc.property(nearlyValid, fc.nat(4), (candidate, chance) => {
    const options = { candidate, fixes: chance === 0, upcoming: true };
    const first = engine.build({ spec, registry, ...options, ...(chance === 1 ? { next } : {}) });
    const copy = { ...options, candidate: structuredClone(candidate) };
    const second = other.build({ ...now, ...copy, ...(chance === 1 ? { next: otherNext } : {}) });
    assert.equal(JSON.stringify(second), JSON.stringify(first));
  });
  fc.assert(property, propertyRuns());
});

test("the order of members never changes what is packaged", () => {
  let packaged = 0;
  const property = fc.property(mostlyValid, fc.nat(), (candidate, seed) => {
    const first = build(candidate);
    const second = build(shuffleMembers(candidate, createRandom(seed)));
    assert.equal(second.verdict.valid, first.verdict.valid);
    assert.equal(JSON.stringify(second.proposalPackage), JSON.stringify(first.proposalPackage));
    assert.equal(second.idempotencyKey, first.idempotencyKey);
    if (first.proposalPackage) packaged += 1;
  });
  fc.assert(property, propertyRuns());
  if (hasEnoughRuns) assert.ok(packaged >= propertyRuns().numRuns / 4, `${packaged} packaged`);
});

test("packaging what was packaged gives the same package", () => {
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
    assert.equal(again.verdict.normalizations, undefined);
    assert.ok(fitsCandidateSchema(first.candidate), JSON.stringify(fitsCandidateSchema.errors));
  });
  fc.assert(property, propertyRuns());
  if (hasEnoughRuns) assert.ok(packaged >= propertyRuns().numRuns / 4, `${packaged} packaged`);
});

test("a candidate is valid exactly when no error is counted, and a package comes exactly then", () => {
  let valid = 0;
  const property = fc.property(fc.oneof(nearlyValid, mostlyValid), (candidate) => {
    const { verdict, proposalPackage, idempotencyKey } = engine.build({
      spec,
      next,
      registry,
      candidate,
      fixes: false,
      upcoming: true,
    });
    if (verdict.valid) valid += 1;
    assert.equal(verdict.valid, verdict.counts.error === 0);
    assert.equal(proposalPackage !== undefined, verdict.valid);
    assert.equal(idempotencyKey, proposalPackage && `assay-${proposalPackage.digest.slice("sha256:".length)}`);
    for (const part of [verdict, verdict.upcoming]) {
      if (!part || verdict.truncated) continue;
      const counts = { error: 0, warning: 0, info: 0 };
      for (const { severity } of part.diagnostics) counts[severity] += 1;
      assert.deepEqual(part.counts, counts);
      assert.equal(part.valid, counts.error === 0);
    }
  });
  fc.assert(property, propertyRuns());
  const { numRuns } = propertyRuns();
  figure(`nearly valid candidates that are valid, of ${numRuns}`, valid, "between a tenth and nine tenths");
  if (hasEnoughRuns) assert.ok(valid >= numRuns / 10 && valid <= (numRuns * 9) / 10);
});

test("every check runs or is skipped, or both at different places, and a skip names an error that was reported", () => {
  let skips = 0;
  const property = fc.property(nearlyValid, (candidate) => {
    const { checks, diagnostics, truncated } = engine.validate({ spec, registry, candidate, fixes: false });
    const skipped = checks.skipped.map(({ check }) => check);
    skips += skipped.length;
    const partly = checks.skipped.filter(({ places }) => places !== undefined).map(({ check }) => check);
    assert.deepEqual([...checks.ran, ...skipped].sort(), [...allChecks, ...partly].sort());
    if (truncated) return;
    for (const { check, because } of checks.skipped) {
      const named = diagnostics.some(
        ({ severity, code, path, paths }) =>
          severity === "error" && code === because.code && [path, ...(paths ?? [])].includes(because.path),
      );
      assert.ok(named, `${check} is skipped because of ${because.code} at ${because.path}, which nobody reports`);
    }
  });
  fc.assert(property, propertyRuns());
  if (hasEnoughRuns) assert.ok(skips >= propertyRuns().numRuns / 20, `${skips} skips`);
});

test("a verdict is short, in order, fits its schema and has paths that the candidate has", () => {
  let longest = 0;
  let truncated = 0;
  const property = fc.property(
    fc.oneof({ weight: 30, arbitrary: nearlyValid }, flooded),
    fc.nat(4),
    (candidate, chance) => {
      const verdict = engine.validate({ spec, next, registry, candidate, fixes: chance === 0 });
      longest = Math.max(longest, checkForm(verdict));
      checkPaths(verdict, candidate);
      if (verdict.truncated) truncated += 1;
    },
  );
  fc.assert(property, propertyRuns());
  figure("bytes of the longest verdict", longest, `at most ${limits.verdictBytes}`);
  figure("verdicts that were cut", truncated, "at least 1");
  if (hasEnoughRuns) assert.ok(truncated > 0);
});

test("validating and building give the same verdict", () => {
  const property = fc.property(fc.oneof(nearlyValid, anyJson), fc.nat(9), (candidate, chance) => {
    const input = { spec, next, registry, candidate, fixes: chance === 0 };
    assert.equal(JSON.stringify(engine.validate(input)), JSON.stringify(engine.build(input).verdict));
  });
  fc.assert(property, propertyRuns());
});

test('with "repair", only patches are missing, and the repair contains every one of them', () => {
  let titles = 0;
  let patches = 0;
  const property = fc.property(nearlyValid, (candidate) => {
    const whole = engine.validate({ spec, registry, candidate });
    const short = engine.validate({ spec, registry, candidate, fixes: "repair" });
    fc.pre(!whole.truncated);
    const inRepair = new Set(short.repair?.patch.map((operation) => JSON.stringify(operation)));
    const restored = short.diagnostics.map((diagnostic, index) => {
      const full = whole.diagnostics[index]?.fixes?.[0];
      const [fix] = diagnostic.fixes ?? [];
      if (!fix || !full) return diagnostic;
      if (fix.patch) patches += 1;
      else {
        titles += 1;
        for (const operation of full.patch ?? []) assert.ok(inRepair.has(JSON.stringify(operation)), fix.title);
      }
      return { ...diagnostic, fixes: [{ ...fix, patch: full.patch }] };
    });
    assert.deepEqual({ ...short, diagnostics: restored }, whole);
  });
  fc.assert(property, propertyRuns(0.3));
  figure('with "repair": fixes with a title alone, and with their patch', `${titles} and ${patches}`, "printed");
  assert.ok(titles > 0);
});

test("a fix can be applied, removes the mistake, brings no new error and leaves the owner alone", () => {
  const settings = propertyRuns(0.3);
  let fixes = 0;
  let repairs = 0;
  const property = fc.property(nearlyValid, (candidate) => {
    const verdict = engine.validate({ spec, registry, candidate });
    const { repair } = verdict;
    for (const diagnostic of verdict.diagnostics) {
      for (const { patch = [] } of diagnostic.fixes ?? []) {
        fixes += 1;
        assert.ok(Buffer.byteLength(JSON.stringify(patch)) <= 8_192);
        const after = judgePatched(candidate, patch);
        if (verdict.truncated || after.truncated) continue;
        const mended = diagnostic.severity === "error" ? (diagnostic.count ?? 1) : 0;
        assert.ok(occurrences(after) <= occurrences(verdict) - mended, `${diagnostic.code} at ${diagnostic.path}`);
        const skippedBefore = verdict.checks.skipped.map(({ check }) => check);
        for (const { check } of after.checks.skipped) assert.ok(skippedBefore.includes(check), check);
      }
    }
    if (!repair) return;
    repairs += 1;
    assert.deepEqual(judgePatched(candidate, repair.patch).counts, repair.remaining);
  });
  fc.assert(property, settings);
  figure(`fixes applied for ${settings.numRuns} candidates`, fixes, `at least ${settings.numRuns / 4}`);
  figure(`repairs applied for ${settings.numRuns} candidates`, repairs, `at least ${settings.numRuns / 8}`);
  if (hasEnoughRuns) assert.ok(fixes >= settings.numRuns / 4 && repairs >= settings.numRuns / 8);
});

test("what trips the libraries below is refused in a spec package, with words for its author", () => {
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
  return engine.build({ spec, registry, candidate, fixes: false });
}

function add(path: string, value: Json): CaseEdit {
  return { op: "add", path, value };
}

function judgePatched(candidate: Json, patch: readonly PatchOperation[]): Verdict {
  assert.equal(patch[0]?.op, "test");
  for (const operation of patch) {
    for (const path of operation.op === "move" ? [operation.from, operation.path] : [operation.path]) {
      for (const place of ["/owner/kind", "/owner/id"]) {
        assert.ok(!`${place}/`.startsWith(`${path}/`) && !path.startsWith(`${place}/`), `${path} touches ${place}`);
      }
    }
  }
  const applied = applyFix(candidate, patch);
  assert.equal(applied.kind, "ok");
  // What `test` says is taken from `applyFix`; the rest is done once more, in another way.
  const changed = patchJson(
    candidate,
    patch.filter((operation): operation is CaseEdit => operation.op !== "test"),
  );
  assert.deepEqual((applied as { readonly candidate: Json }).candidate, changed);
  return engine.validate({ spec, registry, candidate: changed, fixes: false });
}

function occurrences({ diagnostics }: Verdict): number {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.reduce((sum, { count = 1 }) => sum + count, 0);
}

function compile(version: string, by = engine): CompiledSpec {
  const compiled = by.compileSpec(specFile(`datamint/generator-option/${version}`));
  if (compiled.kind === "broken") assert.fail(JSON.stringify(compiled.problems));
  return (compiled as { readonly spec: CompiledSpec }).spec;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
