// Mutation testing with StrykerJS: makes one small change to the code at a time, and lists the changes that no test
// detects. `npm run mutate -- json auth` runs two targets, `npm run mutate` all of them. `--concurrency 1` leaves
// processors free for other programs.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { printFigure } from "@assay/testing/print-figure";
import { Stryker } from "@stryker-mutator/core";
import { mutationTargets } from "./mutation-targets.ts";

type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

type Target = (typeof mutationTargets)[string];

/** Why known mutants survive, by file and then by the mutated line, or by the original line for all its mutants. */
type KnownSurvivors = { readonly [file: string]: { readonly [line: string]: string } };

const bar = 90;
const knownSurvivors: KnownSurvivors = JSON.parse(
  readFileSync(new URL("known-survivors.json", import.meta.url), "utf8"),
);

// Relative to the directory that the tests run in, so that it is deleted with Stryker's copy of the code.
process.env.NODE_COMPILE_CACHE = "dist/compiled";

const { values, positionals } = parseArgs({ options: { concurrency: { type: "string" } }, allowPositionals: true });
for (const name of positionals.length > 0 ? positionals : Object.keys(mutationTargets)) {
  const target = mutationTargets[name];
  if (!target) throw new Error(`Unknown target: ${name}. Choose from ${Object.keys(mutationTargets).join(", ")}.`);
  report(name, target, await mutate(target));
}

function mutate({ files, tests }: Target): Promise<readonly MutantResult[]> {
  return new Stryker({
    mutate: [...files],
    testRunner: "tap",
    plugins: [import.meta.resolve("@stryker-mutator/tap-runner")],
    tap: {
      testFiles: [...tests],
      // In one process, because Stryker selects the active mutant through the environment of that process.
      nodeArgs: ["--conditions=assay-source", "--test", "--test-isolation=none", "--test-reporter=tap"],
    },
    coverageAnalysis: "perTest",
    ...(values.concurrency && { concurrency: Number(values.concurrency) }),
    // Added to one and a half times the normal duration of the tests, so that no mutant times out on a busy machine.
    timeoutMS: 20_000,
    disableTypeChecks: false,
    // Stryker would rewrite tsconfig files through the compiler API, which TypeScript 7 does not have.
    ignorePatterns: ["tsconfig*.json", "/docs", "/e2e", "/examples", "/lab"],
    // Links the packages in Stryker's copy of the repository. Node finds all others in the directories above it.
    symlinkNodeModules: false,
    buildCommand: 'node --eval fs.mkdirSync("node_modules");fs.symlinkSync("../packages","node_modules/@assay")',
    // Git and the linter ignore this directory.
    tempDirName: "dist/mutate",
    reporters: ["progress-append-only"],
  }).runMutationTest();
}

function report(name: string, { strict = [] }: Target, mutants: readonly MutantResult[]): void {
  const count = (status: MutantResult["status"]) => mutants.filter((mutant) => mutant.status === status).length;
  const survivors = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage").map(describe);
  for (const { place, original, mutated, reason = "unexplained" } of survivors) {
    console.log(`${place}: ${reason}\n  - ${original}\n  + ${mutated}`);
  }
  const unexplained = survivors.filter(({ reason }) => reason === undefined);
  const detected = count("Killed") + count("Timeout");
  const score = (100 * detected) / (detected + survivors.length);
  console.log(
    `${name}: ${count("Killed")} killed, ${count("Timeout")} timed out, ${count("Survived")} survived, ` +
      `${count("NoCoverage")} without coverage, ${count("RuntimeError")} errors; ` +
      `${unexplained.length} survivors unexplained`,
  );
  printFigure(`mutation score ${name}`, `${score.toFixed(1)} %`, `${bar} %`);
  if (score < bar || unexplained.some(({ file }) => strict.includes(file))) process.exitCode = 1;
}

/** Describes a mutant: its place, the first line that it changes, and the reason why it survives, if known. */
function describe({ fileName, location: { start, end }, replacement }: MutantResult) {
  const file = relative(process.cwd(), fileName);
  const line = readFileSync(fileName, "utf8").split("\n")[start.line - 1] ?? "";
  const rest = start.line === end.line ? line.slice(end.column - 1) : "";
  const original = line.trim();
  const [mutated = ""] = `${line.slice(0, start.column - 1)}${replacement}${rest}`.trim().split("\n");
  const reasons = knownSurvivors[file];
  return { file, place: `${file}:${start.line}`, original, mutated, reason: reasons?.[mutated] ?? reasons?.[original] };
}
