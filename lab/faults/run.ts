// Plants one fault at a time in a copy of the repository and runs the tests there: `node --conditions=assay-source lab/faults/run.ts`, or only some:
// `node --conditions=assay-source lab/faults/run.ts 05 19`. Each has to turn
// the step of .ci/run red that README.md names.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "@assay/testing/figure";
import { copyRepository } from "../copy-repository.ts";

// The column "Step" of README.md, by the number of the fault.
const page = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
const steps = new Map(
  [...page.matchAll(/^\| (\d\d) \|.*\| (\w+) \|$/gm)].map(([, number, step = ""]) => [number, step]),
);
const patches = globSync("*.patch", { cwd: import.meta.dirname }).sort();
const wanted = process.argv.slice(2);
const chosen = patches.filter((patch) => wanted.length === 0 || wanted.includes(patch.slice(0, 2)));

// On the same disk as the installed packages, so that they can be linked instead of copied; Git and the linter ignore it.
const ignored = join(import.meta.dirname, "../../dist");
mkdirSync(ignored, { recursive: true });
using copy = mkdtempDisposableSync(join(ignored, "faults-"));
copyRepository(copy.path);
for (const step of new Set(chosen.map(stepOf))) {
  const { isRed, tests } = runStep(step);
  if (isRed) throw new Error(`Without a fault, ${step} is red already: ${tests.join("; ")}`);
}
const rows: string[] = [];
let unnoticed = 0;
for (const patch of chosen) {
  const file = join(import.meta.dirname, patch);
  const plant = ["apply", "--unsafe-paths", `--directory=${copy.path}`];
  execFileSync("git", [...plant, file], { cwd: "/" });
  const { isRed, tests } = runStep(stepOf(patch));
  execFileSync("git", [...plant, "-R", file], { cwd: "/" });
  if (!isRed) unnoticed += 1;
  const row = `${isRed ? "red  " : "GREEN"}  ${stepOf(patch).padEnd(10)} ${patch}`;
  rows.push(row);
  console.log([row, ...tests.map((test) => `         ${test}`)].join("\n"));
}
console.log(`\n${rows.join("\n")}`);
figure(`planted faults that no test notices, of ${chosen.length}`, unnoticed, 0);
figure("of them for npm test to notice", chosen.filter((patch) => stepOf(patch) === "unit").length, "16 of 20");
if (unnoticed > 0) process.exitCode = 1;

function stepOf(patch: string): string {
  const step = steps.get(patch.slice(0, 2));
  if (step === undefined) throw new Error(`lab/faults/README.md does not say which step notices ${patch}.`);
  return step;
}

/** Runs a step in the copy; of its red tests, the first three by name. */
function runStep(step: string) {
  const command = step === "unit" ? "npm test" : step === "deep" ? "npm run test:deep" : `npm run test:e2e -- ${step}`;
  const { ASSAY_SCALE: _, NODE_COMPILE_CACHE: __, ...env } = process.env;
  const options = { cwd: copy.path, env, encoding: "utf8", maxBuffer: 268_435_456 } as const;
  const { status, stdout } = spawnSync("bash", ["-c", command], options);
  const [, red = ""] = /\nRed tests:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const tests = red.split("\n").map((line) => line.trim());
  return { isRed: status !== 0, tests: tests.filter((line) => line !== "").slice(0, 3) };
}
