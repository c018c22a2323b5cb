// Copied into an empty project, type-checked and run there: it sees the packages as a user does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createEngine } from "@assay/engine";

assert.equal(typeof createEngine, "function");

const specPackage = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
assert.equal(JSON.parse(readFileSync(new URL(specPackage), "utf8")).domainId, "generator-option");
