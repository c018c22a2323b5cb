import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..");
const plot = realpathSync(mkdtempSync(join(tmpdir(), "assay-walls-")));
after(() => rmSync(plot, { recursive: true }));

plant("scripts/default.ts", "export default 1;");
plant("packages/contract/src/barrel.ts", 'export * from "./limits.ts";');
plant("packages/contract/src/egg.ts", 'import { hen } from "./hen.ts";', "export const egg = () => hen;");
plant("packages/contract/src/hen.ts", 'import { egg } from "./egg.ts";', "export const hen = () => egg;");
plant("packages/contract/src/noise.ts", "console.log(1);");
plant("packages/engine/src/stranger.ts", 'import "ajv";', 'import "fast-check";');
cpSync(join(root, "packages/engine/package.json"), join(plot, "packages/engine/package.json"));
cpSync(join(root, "biome.json"), join(plot, "biome.json"));

const findings = lint();

for (const [rule, file, line] of [
  ["noDefaultExport", "scripts/default.ts", "export default 1;"],
  ["noReExportAll", "packages/contract/src/barrel.ts", 'export * from "./limits.ts";'],
  ["noImportCycles", "packages/contract/src/egg.ts", 'import { hen } from "./hen.ts";'],
  ["noConsole", "packages/contract/src/noise.ts", "console.log(1);"],
  ["noUndeclaredDependencies", "packages/engine/src/stranger.ts", 'import "fast-check";'],
] as const) {
  test(`${rule} is reported`, () => assert.deepEqual(reported(rule, file), [line]));
}

test("I/O does not compile in the engine", () => {
  assert.deepEqual(uncompilable("engine"), ["node:fs", "fetch", "process", "console", "setTimeout", "document"]);
});

test("what only Node or only a page has does not compile in the client", () => {
  assert.deepEqual(uncompilable("client"), ["node:fs", "process", "document"]);
});

/** What of a file with every kind of I/O does not compile in a package. */
function uncompilable(name: string): readonly (string | undefined)[] {
  const directory = join(root, "packages", name);
  plant(
    "leak.ts",
    'import { readFileSync } from "node:fs";',
    "fetch(String(readFileSync));",
    "process.exit();",
    "console.log(1);",
    "setTimeout(() => 1, 1);",
    "document.title;",
  );
  plant(
    "tsconfig.json",
    JSON.stringify({
      extends: join(directory, "tsconfig.json"),
      compilerOptions: { composite: false, noEmit: true, rootDir: "/" },
      // The package's own sources are part of the program: a dependency whose types pull in Node's would open the wall.
      include: ["leak.ts", join(directory, "src")],
      exclude: [join(directory, "src/**/*.test.ts")],
    }),
  );
  const { stdout } = run("typescript/bin/tsc", "--pretty", "false", "--project", plot);
  return [...stdout.matchAll(/^leak\.ts\(.*?'(.+?)'/gm)].map((match) => match[1]);
}

function plant(file: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(join(plot, file)), { recursive: true });
  writeFileSync(join(plot, file), `${lines.join("\n")}\n`);
}

type Finding = { category: string; location: { path: string; start: { line: number } } };

function lint(): readonly Finding[] {
  const { stdout } = run("@biomejs/biome/bin/biome", "lint", "--reporter=json", "--max-diagnostics=none", plot);
  return JSON.parse(stdout).diagnostics;
}

function reported(rule: string, file: string): readonly string[] {
  const here = findings.filter(({ category, location }) => category.endsWith(`/${rule}`) && location.path === file);
  const lines = new Set(here.map(({ location }) => location.start.line));
  return readFileSync(join(plot, file), "utf8")
    .split("\n")
    .filter((_, index) => lines.has(index + 1));
}

function run(tool: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(root, "node_modules", tool), ...args], { cwd: plot, encoding: "utf8" });
}
