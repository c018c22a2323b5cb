// A draft gets one verdict that names everything that is wrong with it; its repair mends what needs no person; mended by
// a person where it does, the draft becomes a package.
//   first-verdict.ts [<draft.json>]   the one beside this file, unless another is named

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { applyFix, createEngine, readJson, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { idn } from "@assay/engine/idn";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel, idn });

const specPackage = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const compiled = engine.compileSpec(readFileSync(fileURLToPath(specPackage)));
if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
const { spec } = compiled;

const registry = registryFromSnapshot({
  revision: "412",
  entries: [{ id: "person-basic", state: "active" }],
  pending: [],
});

const [draftFile = fileURLToPath(new URL("draft.json", import.meta.url))] = process.argv.slice(2);
const draft = candidateIn(draftFile);
const { repair } = judge(basename(draftFile), draft);
if (repair) {
  const repaired = applyFix(draft, repair.patch);
  if (repaired.kind !== "ok") throw new Error(JSON.stringify(repaired));
  judge("the draft after its repair", repaired.candidate);
}
judge("mended.json", candidateIn(fileURLToPath(new URL("mended.json", import.meta.url))));

type Candidate = Parameters<typeof engine.build>[0]["candidate"];

function candidateIn(file: string): Candidate {
  const read = readJson(readFileSync(file));
  if (read.kind === "ok") return read.value;
  console.log(`${basename(file)}, line ${read.at.line}, column ${read.at.column}: ${read.message}`);
  process.exit(1);
}

function judge(title: string, candidate: Candidate) {
  const { verdict, proposalPackage } = engine.build({ spec, registry, candidate });
  console.log(`${title}: ${verdict.summary}`);
  for (const { path, message, fixes } of verdict.diagnostics) {
    console.log(`  ${path || "the candidate"}\n    ${message}${fixes ? ` Fix: ${fixes[0]?.title}` : ""}`);
  }
  if (proposalPackage) console.log(`  package ${proposalPackage.digest}`);
  return verdict;
}
