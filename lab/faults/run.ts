// Plants one fault at a time in a copy of the repository and runs a test there: `node --conditions=assay-source lab/faults/run.ts`, or only some:
// `node --conditions=assay-source lab/faults/run.ts 05 19`. Each has to turn the test red that its patch names.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { join } from "node:path";
import { figure } from "@assay/testing/figure";
import { copyRepository } from "../copy-repository.ts";
import { type Row, readRows } from "./read-rows.ts";

const rows = readRows();
const patches = globSync("*.patch", { cwd: import.meta.dirname }).sort();
const wanted = process.argv.slice(2);
const chosen = patches.filter((patch) => wanted.length === 0 || wanted.includes(patch.slice(0, 2)));

// On the same disk as the installed packages, so that they can be linked instead of copied; Git and the linter ignore it.
const ignored = join(import.meta.dirname, "../../dist");
mkdirSync(ignored, { recursive: true });
using copy = mkdtempDisposableSync(join(ignored, "faults-"));
copyRepository(copy.path);
const chosenRows = new Map(chosen.map(findRow).map((row) => [JSON.stringify(row), row]));
for (const row of chosenRows.values()) {
  const { status, passed, red } = runTests(row);
  if (status !== 0) throw new Error(`Without a fault, ${formatRow(row)} is red already: ${red.join("; ")}`);
  if (passed === 0) throw new Error(`There is no such test, or it was skipped: ${formatRow(row)}`);
}
const outcomes: string[] = [];
let unnoticed = 0;
for (const patch of chosen) {
  const file = join(import.meta.dirname, patch);
  const row = findRow(patch);
  const plant = ["apply", "--unsafe-paths", `--directory=${copy.path}`];
  execFileSync("git", [...plant, file], { cwd: "/" });
  const { status, red } = runTests(row);
  execFileSync("git", [...plant, "-R", file], { cwd: "/" });
  const isRed = status !== 0 && red.some((test) => test.endsWith(row.title));
  if (!isRed) unnoticed += 1;
  const outcome = `${isRed ? "red  " : "GREEN"}  ${row.step.padEnd(10)} ${patch}`;
  outcomes.push(outcome);
  console.log([outcome, ...red.slice(0, 3).map((test) => `         ${test}`)].join("\n"));
}
console.log(`\n${outcomes.join("\n")}`);
figure(`planted faults that no test notices, of ${chosen.length}`, unnoticed, 0);
if (unnoticed > 0) process.exitCode = 1;

function findRow(patch: string): Row {
  const row = rows.get(patch.slice(0, 2));
  if (row === undefined) throw new Error(`${patch} does not say what notices it.`);
  return row;
}

function formatRow({ file, title }: Row): string {
  return `"${title}" in ${file}`;
}

/** Runs the test of a row in the copy; returns how many passed, and the red ones by name. */
function runTests({ step, file, title }: Row) {
  const { ASSAY_SCALE: _, NODE_COMPILE_CACHE: __, ...env } = process.env;
  const options = { cwd: copy.path, env, encoding: "utf8", stdio: "pipe", maxBuffer: 268_435_456 } as const;
  const fromSource = "--conditions=assay-source";
  if (step === "browser") execFileSync(process.execPath, [fromSource, "scripts/build-workbench.ts"], options);
  // Before its title, the name of a test has those of the suites that it is in.
  const pattern = `--test-name-pattern=${RegExp.escape(title)}$`;
  const args = [fromSource, "--test", "--test-reporter=./scripts/test-reporter.ts", pattern, file];
  const { status, stdout } = spawnSync(process.execPath, args, options);
  const [, passed = "0"] = /^(\d+) passed, /m.exec(stdout) ?? [];
  const [, list = ""] = /\nRed tests:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const red = list.split("\n").map((line) => line.trim());
  return { status, passed: Number(passed), red: red.filter((line) => line !== "") };
}
