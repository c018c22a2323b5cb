// Runs all suites of the lab, or only some, as in `node lab/run.ts alerts fleet`. Writes their figures to
// lab/figures.md, sorted so that `diff` can compare two runs. With `--needs`, it only prints the programs they need.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LabSuite, labSuites } from "./suites.ts";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("-"));
const unknown = names.filter((name) => !(name in labSuites));
if (unknown.length > 0) {
  console.error(`Unknown suite: ${unknown.join(", ")}. Suites: ${Object.keys(labSuites).join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(labSuites).filter(([name]) => names.length === 0 || names.includes(name));

if (args.includes("--needs")) {
  console.log([...new Set(chosen.flatMap(([, { needs = [] }]) => needs))].join(" "));
} else {
  const figureRows: string[] = [];
  const summary: string[] = [];
  for (const [name, suite] of chosen) {
    console.log(`\n== lab ${name}: ${suite.promise}`);
    const startedAt = performance.now();
    const { isGreen, figures } = await runSuite(suite);
    figureRows.push(...figures.sort().map((figure) => `| ${name} | ${figure} |`));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    summary.push(`${name.padEnd(14)} ${String(seconds).padStart(6)} s  ${isGreen ? "" : "RED"}`);
    if (!isGreen) process.exitCode = 1;
    writeFileSync(
      join(import.meta.dirname, "figures.md"),
      ["| Suite | Figure | Value | Bar |", "|---|---|---|---|", ...figureRows, ""].join("\n"),
    );
  }
  console.log(`\n${summary.join("\n")}`);
}

async function runSuite(suite: LabSuite) {
  const { commands = [], files, concurrency = 1, isBuilt } = suite;
  const figures: string[] = [];
  let isGreen = true;
  const suiteCommands = [...commands];
  if (files) {
    const condition = isBuilt ? "" : "--conditions=assay-source";
    const reporter = "--test-reporter=./scripts/test-reporter.ts";
    suiteCommands.push(
      `node ${condition} --test --test-concurrency=${concurrency} ${reporter} ${listFiles(suite).join(" ")}`,
    );
  }
  for (const command of suiteCommands) {
    const { code, printedFigures } = await runCommand(command);
    figures.push(...printedFigures);
    if (code !== 0) isGreen = false;
  }
  return { isGreen, figures };
}

function listFiles({ files = [], isRest }: LabSuite): string[] {
  const matches = globSync(files, { cwd: root }).sort();
  if (!isRest) return matches;
  const otherFiles = new Set(Object.values(labSuites).flatMap((suite) => (suite.isRest ? [] : listFiles(suite))));
  return matches.filter((file) => !otherFiles.has(file));
}

/** Runs a command, shows its output, and returns the figures in it as cells of a table. */
async function runCommand(command: string) {
  const scale = { ASSAY_SCALE: process.env.ASSAY_SCALE ?? "full", ASSAY_FIGURES: "on" };
  const child = spawn("bash", ["-c", command], {
    cwd: root,
    env: { ...process.env, ...scale },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printedFigures: string[] = [];
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const [, name, value, bar] = /^figure: (.*) = (.*) \(bar (.*)\)$/.exec(line) ?? [];
    if (name !== undefined) printedFigures.push([name, value, bar].join(" | "));
  }
  const [code] = (await closed) as [number | null];
  return { code, printedFigures };
}
