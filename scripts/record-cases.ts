// Updates the recorded answers of the golden cases, so that every changed byte shows up in a review. An answer that
// contradicts the `expect` of its case is an error and is not recorded.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  caseFiles,
  casesFolder,
  isReadingCase,
  listCases,
  type ReadingCase,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import { buildDigests, findBrokenPromises, promisesFile, readPromises } from "@assay/testing/cases/promised-digests";
import { findUnexpected, findUnexpectedReading, recordableParts, runCase } from "@assay/testing/cases/run-case";
import { writeJson } from "@assay/testing/cases/write-json";

const checkOnly = process.argv.includes("--check");
const faults: string[] = [];
let written = 0;

for (const file of caseFiles()) {
  const { cases, ...base } = file.content;
  const rows = listCases(file).map(({ topic, name, content }, index) => {
    const recorded = recordAnswer(`${topic}/${name}`, content);
    return { ...(cases?.[index] ?? base), ...recorded };
  });
  const content = cases === undefined ? rows[0] : { ...base, cases: rows };
  if (JSON.stringify(content) === JSON.stringify(file.content)) continue;
  const name = `${file.topic}/${file.name}`;
  if (checkOnly) faults.push(`${name}: the engine's answer differs from the recorded answer: run npm run cases`);
  else writeFileSync(file.path, writeJson(content));
  written += 1;
}

if (!checkOnly && written > 0) {
  const biome = join(import.meta.dirname, "../node_modules/.bin/biome");
  const { status, stderr } = spawnSync(biome, ["format", "--write", casesFolder], { encoding: "utf8" });
  if (status !== 0) faults.push(stderr);
}
// Adds a promised digest for each new case. Existing promises never change.
const promised = readPromises();
const built = buildDigests();
faults.push(...findBrokenPromises(promised, built));
const added = Object.keys(built).filter((name) => !(name in promised.cases));
if (checkOnly) faults.push(...added.map((name) => `${name}: its digest is not recorded: run npm run cases`));
else if (added.length > 0) {
  writeFileSync(promisesFile, writeJson({ ...promised, cases: { ...built, ...promised.cases } }));
}

for (const fault of faults) console.error(fault);
console.log(`${written} files ${checkOnly ? "differ" : "recorded"}, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Returns the current answer, limited to the parts that the case has recorded. */
function recordAnswer(name: string, content: ReadingCase | VerdictCase): Partial<VerdictCase> {
  const answer = isReadingCase(content) ? {} : runCase(content);
  const differences = isReadingCase(content) ? findUnexpectedReading(content) : findUnexpected(content, answer);
  faults.push(...differences.map((line) => `${name}: ${line}`));
  const parts = recordableParts.filter((part) => differences.length === 0 && Object.hasOwn(content, part));
  return Object.fromEntries(parts.map((part) => [part, answer[part]]));
}
