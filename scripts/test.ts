// Runs test suites from source, one after another: `node scripts/test.ts unit`, `node scripts/test.ts e2e http mcp`.
// `--figures` prints what tests measure; other options are passed on to Node's test runner: `npm test -- --test-name-pattern="taken id"`.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Suite {
  readonly files: readonly string[];
  /** Those of them that need a process of their own: they measure it, or change it. */
  readonly alone?: readonly string[];
  /** How many processes share the other files; each file has one of its own unless given. */
  readonly processes?: number;
  /** How many processes run at once. Default: one for each processor. */
  readonly concurrency?: number;
  /** Options for the processes that run the files. Default: packages find each other's sources. */
  readonly nodeOptions?: readonly string[];
  /** A command that has to succeed first. */
  readonly prepare?: readonly [string, ...string[]];
}

const root = join(import.meta.dirname, "..");
const fromSource = ["--conditions=assay-source"];
/** Many times what the longest test takes, so that only a test that never ends is given up. */
const silenceMs = 15 * 60_000;
const buildWorkbench = join(root, "scripts/build-workbench.ts");

const e2eSuites: { readonly [name: string]: Suite } = {
  http: {
    files: find("e2e/{http,agreement,auth,client,limit}/**/*.test.ts"),
    alone: find("e2e/http/{floods,hostile-requests,overload,fuzzed-bodies}.test.ts", "e2e/auth/heap.test.ts"),
    processes: 4,
  },
  cli: { files: find("e2e/cli/**/*.test.ts"), alone: find("e2e/cli/start-time.test.ts"), processes: 3 },
  mcp: { files: find("e2e/mcp/**/*.test.ts"), processes: 3 },
  upstream: {
    files: find("e2e/upstream/**/*.test.ts"),
    alone: find("e2e/upstream/{day,memory,slow-machine}.test.ts"),
    processes: 3,
  },
  fleet: { files: find("e2e/fleet/**/*.test.ts"), concurrency: 1 },
  browser: {
    files: find("e2e/browser/**/*.test.ts"),
    alone: find("e2e/browser/workbench/typing-cost.test.ts"),
    processes: 3,
    prepare: [process.execPath, ...fromSource, buildWorkbench],
  },
  packed: {
    files: find("tests/packed/**/*.test.ts"),
    nodeOptions: [],
    prepare: ["npm", "run", "--silent", "release:dry"],
  },
};
const unitSuites: { readonly [name: string]: Suite } = {
  // Two processes instead of one per file: each would load and compile the engine again.
  unit: { files: ["scripts/unit-tests/engine.ts", "scripts/unit-tests/others.ts"], concurrency: 2 },
  deep: {
    files: find("packages/*/src/**/*.deep.test.ts", "tests/*.deep.test.ts"),
    alone: find(
      "packages/engine/src/{cel,hostility,schema}/*.deep.test.ts",
      "packages/server/src/app.deep.test.ts",
      "packages/server/src/{api,auth,documents,limit,net}/**/*.deep.test.ts",
    ),
    processes: 4,
  },
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
  run(name, suite);
}

function run(name: string, suite: Suite): void {
  const { concurrency = availableParallelism(), nodeOptions = fromSource, prepare } = suite;
  if (prepare) start(...prepare);
  const reporter = `--test-reporter=${join(root, "scripts/test-reporter.ts")}`;
  const files = processesOf(name, suite);
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

/** The files that Node starts a process for: those of a suite that need one of their own, and one for each shared process. */
function processesOf(name: string, { files, alone = [], processes }: Suite): readonly string[] {
  if (processes === undefined) return files;
  const folder = join(root, "node_modules/.cache/together");
  mkdirSync(folder, { recursive: true });
  const shared = files.filter((file) => !alone.includes(file));
  const loader = pathToFileURL(join(root, "scripts/load-together.ts")).href;
  const entries = Array.from({ length: processes }, (_, index) => {
    const own = shared.filter((_, position) => position % processes === index);
    const entry = join(folder, `${name}-${index + 1}.mjs`);
    writeFileSync(entry, `import { loadTogether } from "${loader}";\nloadTogether(${JSON.stringify(own)});\n`);
    return entry;
  });
  return [...entries, ...alone];
}

/** Runs a command and ends with its exit code if it fails; a suite that is red does not keep the next from running. */
function start(command: string, ...rest: readonly string[]): void {
  // Every process loads the same sources: compile them once.
  const own = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"), ASSAY_SILENCE_MS: `${silenceMs}` };
  const env = { ...own, ...process.env };
  const { status } = spawnSync(command, rest, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

function find(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root }).sort();
}
