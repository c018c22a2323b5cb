// Checks a draft, applies the fixes, and builds a package from the same draft after a person has corrected the rest.
//   first-verdict.ts [<draft.json>]   default: the draft beside this file

import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { diff } from "node:util";
import type { Json } from "@assay/contract";
import { applyFixes } from "@assay/contract/apply-fixes";
import { createEngine, readJson, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

const specPackage = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const compiled = engine.compileSpec(readFileSync(fileURLToPath(specPackage)));
if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
const { spec } = compiled;

const registry = registryFromSnapshot({
  revision: "412",
  entries: [{ id: "person-basic", state: "active" }],
  pending: [],
});

const [ownDraftFile] = process.argv.slice(2);
const draftFile = ownDraftFile ?? toRelativePath("draft.json");
const draft = readCandidate(draftFile);
const verdict = check(draftFile, draft);
if (verdict.diagnostics.some(({ fix }) => fix)) {
  const repaired = applyFixes(draft, verdict);
  console.log("\nThe fixes change:");
  for (const [side, line] of diff(toLines(draft), toLines(repaired)))
    if (side !== 0) console.log(`${side === 1 ? "-" : "+"} ${line}`);
  const { summary } = engine.validate({ spec, registry, candidate: repaired });
  console.log(`After the fixes: ${summary}`);
}
if (ownDraftFile === undefined) {
  console.log("\nThe rest needs a person. The same draft, corrected by one:");
  check(toRelativePath("corrected.json"), readCandidate(toRelativePath("corrected.json")));
  console.log("\nNext, a draft of your own: npm run try -- my-draft.json");
}

function readCandidate(file: string): Json {
  if (!existsSync(file)) return exitWith(`${file}: There is no such file.`);
  const read = readJson(readFileSync(file));
  if (read.kind === "ok") return read.value;
  return exitWith(`${file}, line ${read.at.line}, column ${read.at.column}: ${read.message}`);
}

function exitWith(message: string): never {
  console.log(message);
  process.exit(1);
}

/** Returns the path of a file in this folder, relative to the current folder. */
function toRelativePath(name: string): string {
  return relative(process.cwd(), join(import.meta.dirname, name));
}

function check(title: string, candidate: Json) {
  const { verdict, proposalPackage } = engine.build({ spec, registry, candidate });
  console.log(`${title}: ${verdict.summary}`);
  for (const { path, message } of verdict.diagnostics) console.log(`  ${path || "the candidate"}: ${message}`);
  if (proposalPackage) console.log(`  Proposal package ${proposalPackage.digest}`);
  return verdict;
}

// Leaves out trailing commas, so that they do not show up in the diff.
function toLines(candidate: Json): string[] {
  return JSON.stringify(candidate, null, 2).split(/,?\n/);
}
