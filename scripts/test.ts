// Runs suites of tests from source, one after another: `node scripts/test.ts unit`, `node scripts/test.ts e2e http mcp`.
// `--figures` prints what tests measure; other options go to Node's test runner: `npm test -- --test-name-pattern="taken id"`.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";

interface Suite {
  readonly files: string;
  /** How many processes share its files and the modules that they test; each file has its own unless given. */
  readonly processes?: number;
  /** A command that has to succeed first. */
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
/** Files that need a process of their own: they measure it, or change it. */
const alone = [
  "packages/engine/src/{cel,hostility,schema}/*.deep.test.ts",
  "packages/server/src/{app.deep,{api,auth,documents,limit,net}/**/*.deep}.test.ts",
  "e2e/http/in-progress.test.ts",
];

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("-") && arg !== "--figures");
if (args.includes("--figures")) process.env.ASSAY_FIGURES = "on";
// Every process loads the same sources: compile them once.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
const [kind = "unit", ...named] = args.filter((arg) => !arg.startsWith("-"));
const all = Object.keys(suites).filter((name) => name !== "unit" && name !== "deep");
for (const name of kind !== "e2e" ? [kind] : named.length > 0 ? named : all) {
  const suite = suites[name];
  if (suite === undefined) throw new Error(`Unknown suite: ${name}. Choose from: ${Object.keys(suites).join(", ")}`);
  if (suite.prepare !== undefined) start(suite.prepare);
  // Those of `packed` use packages as they were built, and not their sources.
  const mode = name === "packed" ? ["--test"] : ["--conditions=assay-source", "--test"];
  mode.push(`--test-concurrency=${availableParallelism()}`, "--test-reporter=./scripts/test-reporter.ts");
  start(process.execPath, ...mode, ...options, ...listEntries(name, suite));
}

/** The files that Node starts a process for: one for each shared process, and those that have one of their own. */
function listEntries(name: string, { files, processes }: Suite): readonly string[] {
  const found = globSync(files, { cwd: root }).sort();
  if (processes === undefined) return found;
  const apart = found.filter((file) => alone.some((glob) => matchesGlob(file, glob)));
  const shared = found.filter((file) => !apart.includes(file));
  const folder = join(root, "node_modules/.cache/together");
  mkdirSync(folder, { recursive: true });
  const toAddress = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href);
  const refusal = name === "unit" ? `import ${toAddress("scripts/refuse-slow-parts.ts")};\n` : "";
  const entries = Array.from({ length: processes }, (_, index) => {
    // A suite for each file, so that its hooks are its own.
    const own = shared.filter((_, position) => position % processes === index);
    const lines = own.map((file) => `describe(${JSON.stringify(file)}, () => import(${toAddress(file)}));\n`);
    const entry = join(folder, `${name}-${index + 1}.mjs`);
    writeFileSync(entry, `import { describe } from "node:test";\n${refusal}${lines.join("")}`);
    return entry;
  });
  return [...entries, ...apart];
}

/** Runs a command; one that is red does not keep the next from running. */
function start(command: string, ...rest: readonly string[]): void {
  const { status } = spawnSync(command, rest, { cwd: root, stdio: "inherit", shell: rest.length === 0 });
  if (status !== 0) process.exitCode = 1;
}
