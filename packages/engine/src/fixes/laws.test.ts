import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { askFor, type Json, type Verdict } from "@assay/contract";
import { nearlyValid } from "@assay/testing/candidates/arbitrary-candidates";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { tangledCandidate } from "@assay/testing/candidates/tangled-candidates";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CaseEdit } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import {
  type Examination,
  type Examined,
  errorTally,
  examine,
  mistakeOf,
  patched,
  readAt,
  splitPath,
  writtenPaths,
} from "@assay/testing/verdicts/examine-fixes";
import fc from "fast-check";
import { applyFix, type CompiledSpec, composeFixes, registryFromSnapshot } from "../index.ts";

const registry = registryFromSnapshot(registryFile());
const datamint = compile([]);
const variant = {
  type: "object",
  properties: { name: { type: "string", maxLength: 32 }, weight: { type: "integer" } },
  required: ["name", "weight"],
  additionalProperties: false,
};
// The owner's kind in a closed list, and blanks that no normalization takes away: more that could be mended.
const strict = compile([
  { op: "replace", path: "/owner/kinds", value: ["human", "team"] },
  { op: "add", path: "/candidateSchema/properties/owner/properties/kind/enum", value: ["human", "group"] },
  { op: "add", path: "/candidateSchema/properties/generatorName/pattern", value: "^\\S(.*\\S)?$" },
  { op: "replace", path: "/candidateSchema/properties/description/maxLength", value: 120 },
  { op: "replace", path: "/normalize", value: [] },
  {
    op: "add",
    path: "/candidateSchema/properties/variants",
    value: { type: "array", maxItems: 8, items: { type: "array", maxItems: 8, items: variant } },
  },
  {
    op: "add",
    path: "/rules/-",
    value: { id: "variant-names-unique", check: "unique-by", at: "/variants/*", by: "/name" },
  },
]);

const aboutName = new Set(["field.misspelled", "sample.field-undeclared"]);

const honest = fc.nat().map((seed): Json => {
  const random = createRandom(seed);
  return makeMistakes(validCandidate(random), 1 + random.below(5), random).broken;
});
const tangled = fc.nat().map((seed) => tangledCandidate(createRandom(seed)));
const specs = { datamint, strict };
const questions = fc.record({
  candidate: fc.oneof(nearlyValid, honest, tangled),
  spec: fc.constantFrom<keyof typeof specs>("datamint", "datamint", "strict"),
});

const seen = { fixes: 0, repairs: 0, safeFixes: 0, safeRepairs: 0, rounds: 0, complete: 0 };

const laws: { readonly [title: string]: (examination: Examination) => void } = {
  "a fix makes its diagnostic go away"({ verdict, fixes }) {
    for (const { diagnostic, after } of complete(verdict, fixes)) {
      const again = after.diagnostics.filter((other) => mistakeOf(other) === mistakeOf(diagnostic));
      const before = verdict.diagnostics.filter((other) => mistakeOf(other) === mistakeOf(diagnostic));
      assert.equal(occurrences(again), occurrences(before) - (diagnostic.count ?? 1), diagnostic.path);
    }
  },

  "neither a fix nor a repair brings a new error"({ verdict, fixes, repair }) {
    for (const { after } of complete(verdict, repair ? [...fixes, repair] : fixes)) {
      const before = errorTally(verdict);
      for (const [mistake, count] of errorTally(after)) assert.ok(count <= (before.get(mistake) ?? 0), mistake);
    }
  },

  "neither a fix nor a repair leaves an error in what it wrote, but for names and what the verdict foretold"({
    candidate,
    verdict,
    fixes,
    repair,
  }) {
    const foretold = new Set(
      verdict.diagnostics
        .filter(({ params = {} }) => "assumes" in params)
        .flatMap(({ code, path, paths = [path] }) => paths.map((place) => `${code} ${place}`)),
    );
    for (const { patch, after } of complete(verdict, repair ? [...fixes, repair] : fixes)) {
      const errors = after.diagnostics.filter(({ severity, code }) => severity === "error" && !aboutName.has(code));
      const places = new Map(errors.flatMap(({ code, path, paths = [path] }) => paths.map((place) => [place, code])));
      for (const path of writtenPaths(candidate, patch)) {
        const code = places.get(path);
        assert.ok(code === undefined || foretold.has(`${code} ${path}`), `${code} at ${path}`);
      }
    }
  },

  "neither a fix nor a repair keeps a check from running that ran before"({ verdict, fixes, repair }) {
    const before = new Set(verdict.checks.skipped.map(({ check }) => check));
    for (const { after } of repair ? [...fixes, repair] : fixes) {
      for (const { check } of after.checks.skipped) assert.ok(before.has(check), check);
    }
  },

  "a repair says how many diagnostics remain"({ repair }) {
    if (repair) assert.deepEqual(repair.remaining, repair.after.counts);
  },

  "a repair is called safe only when every fix in it is"({ candidate, fixes, repair }) {
    if (repair?.applicability !== "safe") return;
    seen.safeRepairs += 1;
    const done = new Set(repair.patch.map((operation) => JSON.stringify(operation)));
    for (const { fix } of fixes) {
      const isPart = fix.patch.every((operation) => done.has(JSON.stringify(operation)));
      assert.ok(!isPart || fix.applicability === "safe", fix.title);
    }
    assert.deepEqual(meaning(repair.candidate), meaning(candidate));
  },

  "no patch touches the owner's kind or id, anything above or anything below them"({ verdict, fixes, repair }) {
    const operations = [...fixes, ...(repair ? [repair] : [])].flatMap(({ patch }) => patch);
    for (const path of operations.flatMap((operation) => ("from" in operation ? [operation.from] : [])))
      assert.ok(!isOwners(path, verdict), path);
    for (const { path } of operations) assert.ok(!isOwners(path, verdict), path);
  },

  "every patch begins by testing a submitted value, and a fix takes at most 8,192 bytes"({ candidate, fixes, repair }) {
    for (const { patch } of repair ? [...fixes, repair] : fixes) {
      const [first] = patch;
      assert.ok(first?.op === "test", JSON.stringify(first));
      assert.deepEqual(readAt(candidate, first.path), first.value);
    }
    for (const { patch } of fixes) assert.ok(Buffer.byteLength(JSON.stringify(patch)) <= 8_192);
  },

  "a patch overwrites and removes only what it has tested as a whole"({ fixes, repair }) {
    for (const { patch } of repair ? [...fixes, repair] : fixes) {
      const tested = new Set<string>();
      for (const { op, path } of patch) {
        if (op === "test") tested.add(path);
        if (op === "replace" || op === "remove") assert.ok(tested.has(path), `${op} ${path}`);
      }
    }
  },

  "nothing is moved onto a value that is there"({ candidate, fixes, repair }) {
    for (const { patch } of repair ? [...fixes, repair] : fixes) {
      for (const [index, operation] of patch.entries()) {
        if (operation.op !== "move") continue;
        const document = patched(candidate, patch.slice(0, index));
        assert.equal(readAt(document, operation.path), undefined, operation.path);
      }
    }
  },

  "the engine applies a patch as anybody else would"({ candidate, fixes, repair }) {
    for (const { patch, candidate: expected } of repair ? [...fixes, repair] : fixes)
      assert.deepEqual(applyFix(candidate, patch), { kind: "ok", candidate: expected });
  },

  "a patch that is applied again is refused or changes nothing"({ fixes, repair }) {
    for (const { patch, candidate: once } of repair ? [...fixes, repair] : fixes) {
      const twice = applyFix(once, patch);
      if (twice.kind === "ok") assert.deepEqual(twice.candidate, once);
    }
  },

  "every repair makes progress, and after four there is nothing left to repair"({ spec, verdict, repair }) {
    let current: { readonly after: Verdict; readonly candidate: Json } | undefined = repair;
    let errors = verdict.counts.error;
    for (let round = 1; current; round += 1) {
      assert.ok(round <= 4, `round ${round}`);
      seen.rounds = Math.max(seen.rounds, round);
      const occurring = occurrences(verdict.diagnostics);
      assert.ok(current.after.counts.error < errors || occurrences(current.after.diagnostics) < occurring);
      errors = current.after.counts.error;
      const next: Verdict = engine.validate({ spec, registry, candidate: current.candidate });
      if (!next.repair) return;
      const candidate = patched(current.candidate, next.repair.patch);
      current = { candidate, after: engine.validate({ spec, registry, candidate, fixes: false }) };
    }
  },

  "what is safe takes away blanks around texts, copies in lists and properties that are null, nothing else"({
    candidate,
    fixes,
  }) {
    for (const { fix, candidate: after } of fixes) {
      if (fix.applicability !== "safe") continue;
      seen.safeFixes += 1;
      assert.deepEqual(meaning(after), meaning(candidate), fix.title);
    }
  },

  "safe fixes compose into one patch that applies and keeps the meaning"({ candidate, fixes }) {
    const safe = fixes.map(({ fix }) => fix).filter(({ applicability }) => applicability === "safe");
    const applied = applyFix(candidate, composeFixes(safe));
    assert.ok(applied.kind === "ok", JSON.stringify(applied));
    assert.deepEqual(meaning(applied.candidate), meaning(candidate));
  },

  "all fixes compose into one patch that applies"({ candidate, fixes }) {
    const applied = applyFix(candidate, composeFixes(fixes.map(({ fix }) => fix)));
    assert.ok(applied.kind === "ok", JSON.stringify(applied));
  },

  "without fixes a verdict says the same, but for fixes, repair, summary and asking for what a fix gives"({
    verdict,
    bare,
  }) {
    const { repair: _, summary: __, ...rest } = verdict;
    const { summary: ___, ...without } = bare;
    const diagnostics = rest.diagnostics.map(({ fixes: ____, ...diagnostic }, index) =>
      diagnostic.needs === "edit" && without.diagnostics[index]?.needs === "ask"
        ? { ...diagnostic, message: `${diagnostic.message} ${askFor.told}`, needs: "ask" }
        : diagnostic,
    );
    // Fixes may be what makes a verdict too long.
    assert.deepEqual({ ...rest, diagnostics }, { ...without, truncated: rest.truncated || without.truncated });
    assert.equal(bare.repair, undefined);
  },
};

const settings = propertyRuns();
const broken = examineAll();

for (const [title, law] of Object.entries(laws)) {
  test(title, () => {
    // Run by itself only to find the smallest candidate that breaks it.
    if (broken.has(title)) fc.assert(lawProperty([law]), settings);
  });
}

test("enough fixes and repairs were seen for all this to mean something", () => {
  const { numRuns } = settings;
  figure(`fixes proven once more for ${numRuns} candidates`, seen.fixes, `at least ${numRuns / 2}`);
  figure(`repairs proven once more for ${numRuns} candidates`, seen.repairs, `at least ${numRuns / 2}`);
  figure(`safe fixes for ${numRuns} candidates`, seen.safeFixes, `at least ${numRuns / 20}`);
  figure(`safe repairs for ${numRuns} candidates`, seen.safeRepairs, `at least ${numRuns / 50}`);
  figure("fixes and repairs with a complete verdict before and after", seen.complete, `at least ${numRuns}`);
  figure("repairs until nothing is left to repair, at most", seen.rounds, 4);
  if (!hasEnoughRuns) return;
  assert.ok(seen.fixes >= numRuns / 2 && seen.repairs >= numRuns / 2 && seen.complete >= numRuns);
  assert.ok(seen.safeFixes >= numRuns / 20 && seen.safeRepairs >= numRuns / 50);
});

// All laws look at the same candidates: judging one with all its fixes is what costs.
function examineAll(): ReadonlySet<string> {
  const failed = new Set<string>();
  const all = Object.entries(laws).map(([title, law]) => (examination: Examination) => {
    try {
      law(examination);
    } catch {
      failed.add(title);
    }
  });
  const count = ({ verdict, fixes, repair }: Examination) => {
    seen.fixes += fixes.length;
    seen.repairs += repair ? 1 : 0;
    seen.complete += complete(verdict, repair ? [...fixes, repair] : fixes).length;
  };
  fc.assert(lawProperty([...all, count]), settings);
  return failed;
}

function lawProperty(checks: readonly ((examination: Examination) => void)[]) {
  return fc.property(questions, ({ candidate, spec }) => {
    const examination = examine(specs[spec], registry, candidate);
    for (const check of checks) check(examination);
  });
}

// Diagnostics are only comparable where none was left out.
function complete<Patched extends Examined>(verdict: Verdict, all: readonly Patched[]): readonly Patched[] {
  return verdict.truncated ? [] : all.filter(({ after }) => !after.truncated);
}

function occurrences(diagnostics: Verdict["diagnostics"]): number {
  return diagnostics.reduce((sum, { count = 1 }) => sum + count, 0);
}

// A candidate without what a safe fix may take away.
function meaning(value: Json): Json {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) {
    const items: readonly Json[] = value.map(meaning);
    return items.filter((item, index) => items.findIndex((other) => isDeepStrictEqual(other, item)) === index);
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(members.map(([name, inner]) => [name, meaning(inner)]));
}

// Also where the owner, its kind or its id stands under a misspelled name.
function isOwners(path: string, { diagnostics }: Verdict): boolean {
  const meant = new Map(
    diagnostics
      .filter(({ code }) => code === "field.misspelled")
      .map((diagnostic) => [diagnostic.path, String(diagnostic.params?.expected)]),
  );
  const tokens = splitPath(path).map((token, depth) => {
    const place = path.split("/").slice(0, depth + 2);
    return meant.get(place.join("/")) ?? token;
  });
  return [
    ["owner", "kind"],
    ["owner", "id"],
  ].some((place) => place.every((token, index) => index >= tokens.length || tokens[index] === token));
}

function compile(edits: readonly CaseEdit[]): CompiledSpec {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0", edits));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}
