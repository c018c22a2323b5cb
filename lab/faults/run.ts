// Plants one fault at a time in a copy of the repository, and runs the test that its patch names, which has to fail:
// `node --conditions=assay-source lab/faults/run.ts` for all faults, or `... run.ts 05 19` for only some of them.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { join } from "node:path";
import { printFigure } from "@assay/testing/print-figure";
import { copyRepository } from "../copy-repository.ts";
import { type Row, readRows } from "./read-rows.ts";

const rows = readRows();
const patches = globSync("*.patch", { cwd: import.meta.dirname }).sort();
const numbers = process.argv.slice(2);
const chosen = patches.filter((patch) => numbers.length === 0 || numbers.includes(patch.slice(0, 2)));

// Git and the linter ignore this folder. It is on the disk of the installed packages, so they can be hard-linked.
const distFolder = join(import.meta.dirname, "../../dist");
mkdirSync(distFolder, { recursive: true });
using copy = mkdtempDisposableSync(join(distFolder, "faults-"));
copyRepository(copy.path);
const chosenRows = new Map(chosen.map(findRow).map((row) => [JSON.stringify(row), row]));
for (const row of chosenRows.values()) {
  const { status, passed, red } = runTests(row);
  if (status !== 0) throw new Error(`${formatRow(row)} fails even without a fault: ${red.join("; ")}`);
  if (passed === 0) throw new Error(`The test does not exist, or it was skipped: ${formatRow(row)}`);
}
const outcomes: string[] = [];
let undetected = 0;
for (const patch of chosen) {
  const file = join(import.meta.dirname, patch);
  const row = findRow(patch);
  const plant = ["apply", "--unsafe-paths", `--directory=${copy.path}`];
  execFileSync("git", [...plant, file], { cwd: "/" });
  const { status, red } = runTests(row);
  execFileSync("git", [...plant, "-R", file], { cwd: "/" });
  const isRed = status !== 0 && red.some((test) => test.endsWith(row.title));
  if (!isRed) undetected += 1;
  const outcome = `${isRed ? "red  " : "GREEN"}  ${row.step.padEnd(10)} ${patch}`;
  outcomes.push(outcome);
  console.log([outcome, ...red.slice(0, 3).map((test) => `         ${test}`)].join("\n"));
}
console.log(`\n${outcomes.join("\n")}`);
printFigure(`planted faults that no test detects, of ${chosen.length}`, undetected, 0);
if (undetected > 0) process.exitCode = 1;

function findRow(patch: string): Row {
  const row = rows.get(patch.slice(0, 2));
  if (row === undefined) throw new Error(`${patch} does not name the test that detects it.`);
  return row;
}

function formatRow({ file, title }: Row): string {
  return `"${title}" in ${file}`;
}

/** Runs the test of a row in the copy. Returns the number of passed tests, and the names of the failed tests. */
function runTests({ step, file, title }: Row) {
  const { ASSAY_SCALE: _, NODE_COMPILE_CACHE: __, ...env } = process.env;
  const options = { cwd: copy.path, env, encoding: "utf8", stdio: "pipe", maxBuffer: 268_435_456 } as const;
  const fromSource = "--conditions=assay-source";
  if (step === "browser") execFileSync(process.execPath, [fromSource, "scripts/build-workbench.ts"], options);
  // The full name of a test starts with the names of the suites around it, so only the end is matched.
  const pattern = `--test-name-pattern=${RegExp.escape(title)}$`;
  const args = [fromSource, "--test", "--test-reporter=./scripts/test-reporter.ts", pattern, file];
  const { status, stdout } = spawnSync(process.execPath, args, options);
  const [, passed = "0"] = /^(\d+) passed, /m.exec(stdout) ?? [];
  const [, list = ""] = /\nRed tests:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const red = list.split("\n").map((line) => line.trim());
  return { status, passed: Number(passed), red: red.filter((line) => line !== "") };
}
