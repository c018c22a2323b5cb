import assert from "node:assert/strict";
import test from "node:test";
import type { JsonObject, Registry, RegistryState } from "@assay/contract";
import { mutantOf } from "@assay/testing/candidates/id-mutants";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { registryRanges } from "@assay/testing/cases/registry-ranges";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { sha256 } from "@assay/testing/sha256";
import fc from "fast-check";
import { cel } from "../cel/index.ts";
import {
  type CompiledSpec,
  createEngine,
  packRegistry,
  registryFromPacked,
  registryFromRanges,
  registryFromSnapshot,
} from "../index.ts";

const engine = createEngine({ sha256, cel });
const { generatorId: _, ...withoutId } = candidateFile("loyalty-card") as JsonObject;
const current = compile("1.0.0");
const next = compile("2.0.0");
const widest = compile("1.0.0", "^[A-Za-z0-9._/@+:-]*[A-Za-z0-9][A-Za-z0-9._/@+:-]*$");
const exact = compile("1.0.0", "^[A-Za-z0-9._/@+:-]*[A-Za-z0-9][A-Za-z0-9._/@+:-]*$", "exact");

// Few words with many look-alikes, so that ids meet.
const word = fc.constantFrom("oil", "0il", "Burn", "bum", "wave", "vvave", "l1st", "list", "person", "4711");
const registeredId = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 2 }), fc.constantFrom("-", "_", ".", "", "/", "@", "+", ":"))
  .map(([words, separator]) => words.join(separator));
const state = fc.constantFrom<RegistryState>("active", "retired", "reserved");
const registry = fc.record({
  entries: fc.array(fc.record({ id: registeredId, state }), { minLength: 1, maxLength: 30 }),
  pending: fc.array(fc.record({ id: registeredId }), { maxLength: 6 }),
});

// What a model or a person writes where an id belongs.
const spellings: readonly ((id: string, seed: number) => string | number)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.replace(/[-_.]/g, " "),
  (id) => ` ${id}\n`,
  (id) => id.replace("e", "é").replace("o", "ö"),
  (id) => id.replace(/[-_.]/g, " & "),
  (id) => id.replace(/o|0/, (letter) => (letter === "o" ? "0" : "o")),
  (id) => id.replace(/[li1]/, (letter) => ({ l: "1", i: "l" })[letter] ?? "i"),
  () => 4711,
  (id, seed) => mutantOf(id, createRandom(seed)),
];
const names = ["generator_id", "generatorID", "genratorId", "GeneratorId", "id", "generator", "handle", "identifier"];
const name = fc.oneof({ weight: 2, arbitrary: fc.constant("generatorId") }, fc.constantFrom(...names));
const others = fc.dictionary(
  fc.constantFrom("label", "notes", "ticketId", "generatorNam", "val1", "val2"),
  fc.oneof(registeredId, fc.integer(), fc.boolean()),
  { maxKeys: 3 },
);
// Half of the candidates ask for an id of the registry in one of these spellings.
const registryAndCandidate = fc
  .tuple(registry, name, registeredId, fc.nat(), fc.constantFrom(...spellings), others, fc.boolean())
  .map(([ids, property, otherId, seed, spell, rest, isFirst]) => {
    const { id } = createRandom(seed).pick([...ids.entries, ...ids.pending]);
    const written = { [property]: spell(seed % 2 === 0 ? id : otherId, seed) };
    const submitted = isFirst ? { ...written, ...rest, ...withoutId } : { ...rest, ...withoutId, ...written };
    return { ids, submitted: seed % 7 === 0 ? { proposal: submitted } : submitted };
  });

test("a snapshot, a packed registry and the ranges that were named give the same verdict, byte for byte", () => {
  const differences: string[] = [];
  const seen = new Map<string, number>();
  const specs = fc.constantFrom<{ readonly spec: CompiledSpec; readonly next?: CompiledSpec }>(
    { spec: current },
    { spec: current, next },
    { spec: widest },
    { spec: exact },
    { spec: exact, next: current },
  );
  const property = fc.property(registryAndCandidate, specs, ({ ids, submitted }, under) => {
    const whole: Registry = {
      format: "generator-registry/v1",
      targetProduct: "datamint",
      revision: "7",
      complete: true,
      ...ids,
    };
    const keys = Object.values(under).flatMap((spec) => engine.registryKeys(spec, submitted));
    const input = { ...under, candidate: submitted, upcoming: true };
    // In another order: a product lists them as it likes.
    const reversed = { ...whole, entries: whole.entries.toReversed() };
    const views = {
      packed: registryFromPacked(packRegistry(reversed)),
      ranges: registryFromRanges({ revision: "7", ranges: registryRanges(reversed, keys), sha256 }),
    };
    const verdict = engine.validate({ ...input, registry: registryFromSnapshot(whole) });
    for (const { code, message, fixes } of verdict.diagnostics) {
      const kind = code.startsWith("registry.") ? code : fixes ? "a fix" : undefined;
      if (kind) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (message.startsWith("Written as")) seen.set("a taken title", (seen.get("a taken title") ?? 0) + 1);
    }
    const expected = JSON.stringify(verdict);
    const others = Object.entries(views).map(
      ([view, registry]) => [view, JSON.stringify(engine.validate({ ...input, registry }))] as const,
    );
    const different = others.filter(([, text]) => text !== expected).map(([view, text]) => `${view}: ${text}`);
    if (different.length > 0) {
      differences.push([JSON.stringify({ ids, submitted }), `snapshot: ${expected}`, ...different].join("\n"));
    }
  });
  const { numRuns, seed } = propertyRuns();
  fc.assert(property, { numRuns, seed });
  for (const [kind, count] of [...seen].sort())
    figure(`diagnostics that compare views: ${kind}`, count, "at least 1 %");
  figure("verdicts that differ between a snapshot and ranges", `${differences.length} of ${numRuns}`, 0);
  assert.equal(differences[0], undefined);
  if (!hasEnoughRuns) return;
  for (const kind of ["registry.id-taken", "registry.id-in-ballot", "registry.id-similar", "a taken title", "a fix"]) {
    assert.ok((seen.get(kind) ?? 0) >= numRuns / 100, kind);
  }
});

function compile(version: string, pattern?: string, compare?: "exact"): CompiledSpec {
  const path = "/candidateSchema/properties/generatorId/pattern";
  const edits = [
    ...(pattern === undefined ? [] : [{ op: "replace" as const, path, value: pattern }]),
    ...(compare === undefined
      ? []
      : [
          { op: "replace" as const, path: "/generatorId/compare", value: compare },
          // It is about ids that differ in case and separators.
          { op: "remove" as const, path: "/tests/3" },
        ]),
  ];
  const compiled = engine.compileSpec(specFile(`datamint/generator-option/${version}`, edits));
  if (compiled.kind === "broken") assert.fail(JSON.stringify(compiled.problems));
  return (compiled as { readonly spec: CompiledSpec }).spec;
}
