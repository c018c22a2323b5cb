// Records the engine's answers in the golden cases, so that every byte that changes shows in review.
// A case whose `expect` does not hold is refused: an answer is recorded only where it was foreseen.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { casesFolder, goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { brokenPromises, promisesFile, readPromises, recordedDigests } from "@assay/testing/cases/promised-digests";
import { runCase, unexpected, unexpectedReading } from "@assay/testing/cases/run-case";
import { writeJson } from "@assay/testing/cases/write-json";

const checkOnly = process.argv.includes("--check");
const faults: string[] = [];
let written = 0;

for (const { topic, name, file, content } of goldenCases()) {
  if (isReadingCase(content)) {
    faults.push(...unexpectedReading(content).map((line) => `${topic}/${name}: ${line}`));
    continue;
  }
  const answer = runCase(content);
  const lines = unexpected(content, answer);
  faults.push(...lines.map((line) => `${topic}/${name}: ${line}`));
  if (lines.length > 0) continue;

  const { verdict, proposalPackage, ownerReview, problems, ...foreseen } = content;
  const recorded = { ...foreseen, ...answer };
  if (JSON.stringify(recorded) === JSON.stringify(content)) continue;
  if (checkOnly) faults.push(`${topic}/${name}: the recorded answer is not what the engine says: run npm run cases`);
  else writeFileSync(file, writeJson(recorded));
  written += 1;
}

if (!checkOnly && written > 0) {
  const biome = join(import.meta.dirname, "../node_modules/.bin/biome");
  const { status, stderr } = spawnSync(biome, ["format", "--write", casesFolder], { encoding: "utf8" });
  if (status !== 0) faults.push(stderr);
}
// A promise is added for each new case. None is ever changed here.
const promised = readPromises();
const built = recordedDigests();
faults.push(...brokenPromises(promised, built));
const added = Object.keys(built).filter((name) => !(name in promised.cases));
if (checkOnly) faults.push(...added.map((name) => `${name}: its digest is not recorded: run npm run cases`));
else if (added.length > 0) {
  writeFileSync(promisesFile, writeJson({ ...promised, cases: { ...built, ...promised.cases } }));
}

for (const fault of faults) console.error(fault);
console.log(`${written} cases ${checkOnly ? "differ" : "recorded"}, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
