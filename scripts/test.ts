// Runs suites of tests from source, one after another: `node scripts/test.ts unit`, `node scripts/test.ts e2e http mcp`.
// `--figures` prints measurements; other options go to Node's test runner: `npm test -- --test-name-pattern="taken id"`.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";

interface Suite {
  readonly files: string;
  /** How many processes share the files. If absent, each file runs in a separate process. */
  readonly processes?: number;
  /** A command to run before the tests. */
  readonly prepare?: string;
}

const root = join(import.meta.dirname, "..");
const buildWorkbench = "node --conditions=assay-source scripts/build-workbench.ts";
const suites: { readonly [name: string]: Suite } = {
  unit: { files: "{packages/*/src/**,tests}/!(*.deep).test.ts", processes: 2 },
  deep: { files: "{packages/*/src/**,tests}/*.deep.test.ts", processes: 4 },
  http: { files: "e2e/{http,auth,limit}/**/*.test.ts", processes: 4 },
  cli: { files: "e2e/cli/**/*.test.ts", processes: 3 },
  mcp: { files: "e2e/mcp/**/*.test.ts", processes: 3 },
  documents: { files: "e2e/documents/**/*.test.ts", processes: 3 },
  fleet: { files: "e2e/fleet/**/*.test.ts" },
  browser: { files: "e2e/browser/**/*.test.ts", processes: 3, prepare: buildWorkbench },
  packed: { files: "e2e/packed/**/*.test.ts", prepare: "npm run --silent release:dry" },
};
/** Files that need a separate process, because they measure or change it. */
const isolatedFiles = [
  "packages/engine/src/{cel,hostility,schema}/*.deep.test.ts",
  "packages/server/src/{app.deep,{api,auth,documents,limit,net}/**/*.deep}.test.ts",
  "e2e/http/in-progress.test.ts",
];

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("-") && arg !== "--figures");
if (args.includes("--figures")) process.env.ASSAY_FIGURES = "on";
// Every process loads the same sources. With a shared cache, they are compiled only once.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
const [kind = "unit", ...named] = args.filter((arg) => !arg.startsWith("-"));
const all = Object.keys(suites).filter((name) => name !== "unit" && name !== "deep");
for (const name of kind !== "e2e" ? [kind] : named.length > 0 ? named : all) {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`Unknown suite: ${name}. Choose from: ${Object.keys(suites).join(", ")}`);
  if (suite.prepare !== undefined) run(suite.prepare);
  // The tests in `packed` use the built packages instead of their sources.
  const mode = name === "packed" ? ["--test"] : ["--conditions=assay-source", "--test"];
  mode.push(`--test-concurrency=${availableParallelism()}`, "--test-reporter=./scripts/test-reporter.ts");
  run(process.execPath, ...mode, ...options, ...listEntries(name, suite));
}

/** Returns one file per process: a generated file for each shared process, and each isolated test file. */
function listEntries(name: string, { files, processes }: Suite): readonly string[] {
  const testFiles = globSync(files, { cwd: root }).sort();
  if (processes === undefined) return testFiles;
  const isolated = testFiles.filter((file) => isolatedFiles.some((glob) => matchesGlob(file, glob)));
  const shared = testFiles.filter((file) => !isolated.includes(file));
  const folder = join(root, "node_modules/.cache/together");
  mkdirSync(folder, { recursive: true });
  const toAddress = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href);
  const guard = name === "unit" ? `import ${toAddress("scripts/forbid-slow-calls.ts")};\n` : "";
  const entries = Array.from({ length: processes }, (_, index) => {
    // Each file gets its own suite, so that its hooks run only for the tests in the file.
    const assigned = shared.filter((_, position) => position % processes === index);
    const lines = assigned.map((file) => `describe(${JSON.stringify(file)}, () => import(${toAddress(file)}));\n`);
    const entry = join(folder, `${name}-${index + 1}.mjs`);
    writeFileSync(entry, `import { describe } from "node:test";\n${guard}${lines.join("")}`);
    return entry;
  });
  return [...entries, ...isolated];
}

/** Runs a command. A failure sets the exit code, and the next command still runs. */
function run(command: string, ...rest: readonly string[]): void {
  const { status } = spawnSync(command, rest, { cwd: root, stdio: "inherit", shell: rest.length === 0 });
  if (status !== 0) process.exitCode = 1;
}
