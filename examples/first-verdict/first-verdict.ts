// A draft with six mistakes gets one verdict that names them all; mended, it becomes a package.
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine, readJson, snapshotRegistry } from "@assay/engine";

const engine = createEngine({ sha256: (text) => hash("sha256", text) });

const specPackage = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const compiled = engine.compileSpec(readFileSync(fileURLToPath(specPackage)));
assert(compiled.kind === "ok");

const registry = snapshotRegistry({
  revision: "412",
  entries: [{ id: "person-basic", state: "active" }],
  pending: [],
});

for (const file of ["draft.json", "mended.json"]) {
  const read = readJson(readFileSync(new URL(file, import.meta.url)));
  assert(read.kind === "ok");
  const { verdict, proposalPackage } = engine.build({ spec: compiled.spec, registry, candidate: read.value });
  console.log(`${file}: ${verdict.summary}`);
  for (const { path, message } of verdict.diagnostics) console.log(`  ${path}\n    ${message}`);
  if (proposalPackage) console.log(`  package ${proposalPackage.digest}`);
  assert.equal(verdict.valid, file === "mended.json");
}
