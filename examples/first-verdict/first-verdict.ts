// A draft with six mistakes gets one verdict that names them all; its repair mends what needs no person; mended by a
// person where it does, the draft becomes a package.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { applyFix, createEngine, readJson, snapshotRegistry } from "@assay/engine";
import { cel } from "@assay/engine/cel";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

const specPackage = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const compiled = engine.compileSpec(readFileSync(fileURLToPath(specPackage)));
assert(compiled.kind === "ok");
const { spec } = compiled;

const registry = snapshotRegistry({
  revision: "412",
  entries: [{ id: "person-basic", state: "active" }],
  pending: [],
});

const draft = candidateIn("draft.json");
const first = engine.build({ spec, registry, candidate: draft });
show("draft.json", first);
assert.equal(first.verdict.counts.error, 7);

const repaired = applyFix(draft, first.verdict.repair?.patch ?? []);
assert(repaired.kind === "ok");
const second = engine.build({ spec, registry, candidate: repaired.candidate });
show("the draft after its repair", second);
assert.equal(second.verdict.counts.error, 4);

const third = engine.build({ spec, registry, candidate: candidateIn("mended.json") });
show("mended.json", third);
assert.equal(third.verdict.valid, true);

function candidateIn(file: string) {
  const read = readJson(readFileSync(new URL(file, import.meta.url)));
  assert(read.kind === "ok");
  return read.value;
}

function show(title: string, { verdict, proposalPackage }: ReturnType<typeof engine.build>): void {
  console.log(`${title}: ${verdict.summary}`);
  for (const { path, message, fixes } of verdict.diagnostics) {
    console.log(`  ${path || "the candidate"}\n    ${message}${fixes ? ` Fix: ${fixes[0]?.title}` : ""}`);
  }
  if (proposalPackage) console.log(`  package ${proposalPackage.digest}`);
}
