// Runs test suites from source, one after another: `node scripts/test.ts unit`, `node scripts/test.ts e2e http mcp`.
// `--figures` prints what tests measure; other options are passed on to Node's test runner: `npm test -- --test-name-pattern="taken id"`.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

interface Suite {
  readonly files: readonly string[];
  /** How many files run at once. Default: one more than there are processors, because many tests mostly wait. */
  readonly concurrency?: number;
  /** Options for the processes that run the files. Default: packages find each other's sources. */
  readonly nodeOptions?: readonly string[];
  /** A command that has to succeed first. */
  readonly prepare?: readonly [string, ...string[]];
}

const root = join(import.meta.dirname, "..");
const fromSource = ["--conditions=assay-source"];
const buildWorkbench = join(root, "scripts/build-workbench.ts");

const e2eSuites: { readonly [name: string]: Suite } = {
  http: { files: find("e2e/{http,agreement,alerts,auth,client,limit}/**/*.test.ts") },
  cli: { files: find("e2e/cli/**/*.test.ts") },
  mcp: { files: find("e2e/mcp/**/*.test.ts") },
  upstream: { files: find("e2e/upstream/**/*.test.ts") },
  fleet: { files: find("e2e/fleet/**/*.test.ts"), concurrency: 1 },
  browser: { files: find("e2e/browser/**/*.test.ts"), prepare: [process.execPath, ...fromSource, buildWorkbench] },
  packed: {
    files: find("tests/packed/**/*.test.ts"),
    nodeOptions: [],
    prepare: ["npm", "run", "--silent", "release:dry"],
  },
};
const unitSuites: { readonly [name: string]: Suite } = {
  // Two processes instead of one per file: each would load and compile the engine again.
  unit: { files: ["scripts/unit-tests/engine.ts", "scripts/unit-tests/others.ts"], concurrency: 2 },
  deep: { files: find("packages/*/src/**/*.deep.test.ts", "tests/*.deep.test.ts") },
};

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("-") && arg !== "--figures");
if (args.includes("--figures")) process.env.ASSAY_FIGURES = "on";
const [kind = "unit", ...named] = args.filter((arg) => !arg.startsWith("-"));
const suites = kind === "e2e" ? e2eSuites : unitSuites;
const chosen = kind !== "e2e" ? [kind] : named.length > 0 ? named : Object.keys(e2eSuites);
for (const name of chosen) {
  const suite = suites[name];
  if (suite === undefined) {
    console.error(`Unknown test suite: ${name}. Choose from: ${Object.keys(suites).join(", ")}`);
    process.exit(2);
  }
  run(suite);
}

function run({ files, concurrency = availableParallelism() + 1, nodeOptions = fromSource, prepare }: Suite): void {
  if (prepare) start(...prepare);
  const reporter = `--test-reporter=${join(root, "scripts/test-reporter.ts")}`;
  start(
    process.execPath,
    ...nodeOptions,
    "--test",
    `--test-concurrency=${concurrency}`,
    reporter,
    ...options,
    ...files,
  );
}

/** Runs a command and ends with its exit code if it fails; a suite that is red does not keep the next from running. */
function start(command: string, ...rest: readonly string[]): void {
  const { status } = spawnSync(command, rest, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

function find(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root }).sort();
}
