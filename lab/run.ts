// Runs suites of the lab, all or those named: `node lab/run.ts alerts fleet`. `--needs` prints the programs that they need
// instead. What they measure is in lab/figures.md afterwards, sorted, so that two runs can be compared with `diff`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LabSuite, labSuites } from "./suites.ts";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith("-"));
const unknown = named.filter((name) => !(name in labSuites));
if (unknown.length > 0) {
  console.error(`Unknown suite: ${unknown.join(", ")}. Suites: ${Object.keys(labSuites).join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(labSuites).filter(([name]) => named.length === 0 || named.includes(name));

if (args.includes("--needs")) {
  console.log([...new Set(chosen.flatMap(([, { needs = [] }]) => needs))].join(" "));
} else {
  const rows: string[] = [];
  const table: string[] = [];
  for (const [name, suite] of chosen) {
    console.log(`\n== lab ${name}: ${suite.promise}`);
    const begin = performance.now();
    const { isGreen, figures } = await run(suite);
    rows.push(...figures.sort().map((figure) => `| ${name} | ${figure} |`));
    const seconds = Math.round((performance.now() - begin) / 1_000);
    table.push(`${name.padEnd(14)} ${String(seconds).padStart(6)} s  ${isGreen ? "" : "RED"}`);
    if (!isGreen) process.exitCode = 1;
    writeFileSync(
      join(import.meta.dirname, "figures.md"),
      ["| Suite | Figure | Value | Bar |", "|---|---|---|---|", ...rows, ""].join("\n"),
    );
  }
  console.log(`\n${table.join("\n")}`);
}

async function run(suite: LabSuite) {
  const { commands = [], files, concurrency = 1, isBuilt } = suite;
  const figures: string[] = [];
  let isGreen = true;
  const all = [...commands];
  if (files) {
    const condition = isBuilt ? "" : "--conditions=assay-source";
    const reporter = "--test-reporter=./scripts/test-reporter.ts";
    all.push(`node ${condition} --test --test-concurrency=${concurrency} ${reporter} ${listFiles(suite).join(" ")}`);
  }
  for (const command of all) {
    const { code, printed } = await start(command);
    figures.push(...printed);
    if (code !== 0) isGreen = false;
  }
  return { isGreen, figures };
}

function listFiles({ files = [], isRest }: LabSuite): string[] {
  const found = globSync(files, { cwd: root }).sort();
  if (!isRest) return found;
  const others = new Set(Object.values(labSuites).flatMap((suite) => (suite.isRest ? [] : listFiles(suite))));
  return found.filter((file) => !others.has(file));
}

/** Runs a command, shows what it prints, and gives its figures as cells of a table. */
async function start(command: string) {
  const scale = { ASSAY_SCALE: process.env.ASSAY_SCALE ?? "full", ASSAY_FIGURES: "on" };
  const child = spawn("bash", ["-c", command], {
    cwd: root,
    env: { ...process.env, ...scale },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed: string[] = [];
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const [, name, value, bar] = /^figure: (.*) = (.*) \(bar (.*)\)$/.exec(line) ?? [];
    if (name !== undefined) printed.push([name, value, bar].join(" | "));
  }
  const [code] = (await ended) as [number | null];
  return { code, printed };
}
