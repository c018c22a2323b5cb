import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..");
const plot = realpathSync(mkdtempSync(join(tmpdir(), "assay-directions-")));
after(() => rmSync(plot, { recursive: true }));

type Room = { readonly file: string; readonly allowed: readonly string[]; readonly forbidden: readonly string[] };

const rooms: readonly Room[] = [
  {
    file: "packages/contract/src/planted.ts",
    allowed: ["./limits.ts", "../package.json"],
    forbidden: ["@assay/engine", "typebox", "node:fs", "../../engine/src/index.ts", "../../engine/dist/index.js"],
  },
  {
    file: "packages/contract/src/planted.test.ts",
    allowed: ["./limits.ts", "node:test", "ajv", "@assay/contract/cases/a.json"],
    forbidden: ["@assay/engine", "../../engine/src/index.ts", "../../testing/src/figure.ts"],
  },
  {
    file: "packages/engine/src/checks/planted.ts",
    allowed: ["../json/read.ts", "@assay/contract", "ajv", "ajv/dist/2020.js"],
    forbidden: ["node:fs", "node:fs/promises", "@assay/client", "assay", "../../../contract/src/index.ts"],
  },
  {
    file: "packages/engine/src/checks/planted.test.ts",
    allowed: ["../../test/hostility.ts", "node:fs", "fast-check", "@assay/engine", "@assay/testing/figure"],
    forbidden: ["@assay/server", "../../../contract/src/index.ts", "../../../sandbox/test/packages.ts"],
  },
  {
    file: "packages/engine/test/planted.ts",
    allowed: ["../src/index.ts", "node:fs", "fast-check", "@assay/testing/figure"],
    forbidden: ["@assay/server", "../../contract/src/index.ts"],
  },
  {
    file: "packages/testing/src/planted.ts",
    allowed: ["@assay/contract", "@assay/engine/cel", "@assay/sandbox", 'import { startApp } from "@assay/server";'],
    forbidden: [
      'import { limiter } from "@assay/server";',
      "../../engine/src/meter.ts",
      "../../engine/test/hostility.ts",
    ],
  },
  ...["server", "sandbox"].map((name) => ({
    file: `packages/${name}/src/planted.test.ts`,
    allowed: ["@assay/contract", "@assay/testing/figure", "../test/packages.ts"],
    forbidden: ["@assay/client", "../../engine/test/hostility.ts"],
  })),
  ...["scripts", "tests"].map((directory) => ({
    file: `${directory}/planted.ts`,
    allowed: ["@assay/testing/figure", "@assay/server/config/settings", "../scripts/mutations.ts"],
    forbidden: ["../packages/engine/test/hostility.ts", "../packages/server/src/config/settings.ts"],
  })),
  {
    file: "packages/client/src/planted.ts",
    allowed: ["./submit.ts", "@assay/contract"],
    forbidden: ["@assay/engine", "@assay/engine/cel", "../../engine/src/index.ts"],
  },
  ...["cli", "workbench"].map((name) => ({
    file: `packages/${name}/src/planted.ts`,
    allowed: ["@assay/contract", "@assay/engine", "@assay/engine/cel", "@assay/client"],
    forbidden: ["@assay/server", "@assay/sandbox", "../../engine/src/index.ts"],
  })),
  ...["server", "sandbox"].map((name) => ({
    file: `packages/${name}/src/planted.ts`,
    allowed: ["@assay/contract", "@assay/engine"],
    forbidden: ["@assay/client", "@assay/testing/figure", "assay", "../../engine/src/index.ts"],
  })),
  ...["e2e", "examples/a-story", "bench"].map((folder) => ({
    file: `${folder}/planted.ts`,
    allowed: [
      "@assay/contract",
      "@assay/engine",
      "@assay/client",
      "@assay/sandbox",
      "@assay/testing/figure",
      'import { startApp } from "@assay/server";',
    ],
    forbidden: [
      "assay",
      "@assay/workbench",
      "@assay/server/limit",
      'import { limiter } from "@assay/server";',
      "../../packages/engine/src/index.ts",
      "../../packages/engine/test/hostility.ts",
    ],
  })),
  server(
    "main.ts",
    ["./app.ts", "./config/read-config.ts", "./problem.ts"],
    ["./http/routes.ts", "./call.ts", "@assay/engine"],
  ),
  server("app.ts", ["./http/routes.ts", "./upstream/registry.ts", "@assay/engine"], ["./main.ts", "@assay/client"]),
  server("config/read-config.ts", ["../problem.ts"], ["../app.ts", "../limit/limiter.ts"]),
  server("problem.ts", ["@assay/contract"], ["./call.ts", "./http/respond.ts"]),
  server(
    "call.ts",
    ["./auth/identify.ts", "./limit/limiter.ts", "./operations/catalog.ts", "./telemetry/log.ts"],
    ["./http/respond.ts", "./upstream/identity.ts", "@assay/engine"],
  ),
  server(
    "http/planted.ts",
    ["../call.ts", "../operations/catalog.ts", "./respond.ts", 'import { readJson } from "@assay/engine";'],
    ["../app.ts", "../auth/identify.ts", "../mcp/tools.ts", 'import { validate } from "@assay/engine";'],
  ),
  server(
    "mcp/planted.ts",
    ["../call.ts", "../operations/catalog.ts"],
    ["../http/respond.ts", "../operations/build-proposal.ts", "@assay/engine"],
  ),
  server("auth/planted.ts", ["../problem.ts", "./caller.ts"], ["../limit/limiter.ts", "../upstream/identity.ts"]),
  server("limit/planted.ts", ["../telemetry/events.ts"], ["../auth/caller.ts", "../call.ts"]),
  server(
    "operations/planted.ts",
    ["@assay/engine", "../problem.ts"],
    ["../http/respond.ts", "../mcp/tools.ts", "../upstream/registry.ts", "../call.ts"],
  ),
  server("upstream/planted.ts", ["../admission/admit.ts"], ["@assay/engine", "../operations/catalog.ts", "../app.ts"]),
  server("admission/planted.ts", ["@assay/engine"], ["../upstream/registry.ts", "../operations/catalog.ts"]),
  server("telemetry/planted.ts", ["../problem.ts"], ["../call.ts", "@assay/engine"]),
];

for (const { file, allowed, forbidden } of rooms) plant(file, ...[...allowed, ...forbidden].map(statement));
plant("scripts/default.ts", "export default 1;");
plant("packages/contract/src/barrel.ts", 'export * from "./limits.ts";');
plant("packages/contract/src/egg.ts", 'import { hen } from "./hen.ts";', "export const egg = () => hen;");
plant("packages/contract/src/hen.ts", 'import { egg } from "./egg.ts";', "export const hen = () => egg;");
plant("packages/contract/src/noise.ts", "console.log(1);");
plant("packages/engine/src/stranger.ts", 'import "ajv";', 'import "fast-check";');
cpSync(join(root, "packages/engine/package.json"), join(plot, "packages/engine/package.json"));
cpSync(join(root, "biome.json"), join(plot, "biome.json"));

const findings = lint();

for (const { file, forbidden } of rooms) {
  test(`${file} may import exactly what its room allows`, () => {
    assert.deepEqual(reported("noRestrictedImports", file), forbidden.map(statement));
  });
}

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
  const engine = join(root, "packages/engine");
  plant(
    "leak.ts",
    'import { readFileSync } from "node:fs";',
    "fetch(readFileSync);",
    "process.exit();",
    "console.log(1);",
    "setTimeout(() => 1, 1);",
  );
  plant(
    "tsconfig.json",
    JSON.stringify({
      extends: join(engine, "tsconfig.json"),
      compilerOptions: { composite: false, noEmit: true, rootDir: "/" },
      // The engine's own sources are part of the program: a dependency whose types pull in Node's would open the wall.
      include: ["leak.ts", join(engine, "src")],
      exclude: [join(engine, "src/**/*.test.ts")],
    }),
  );
  const { stdout } = run("typescript/bin/tsc", "--pretty", "false", "--project", plot);
  const named = [...stdout.matchAll(/^leak\.ts\(.*?'(.+?)'/gm)].map((match) => match[1]);
  assert.deepEqual(named, ["node:fs", "fetch", "process", "console", "setTimeout"]);
});

function server(file: string, allowed: readonly string[], forbidden: readonly string[]): Room {
  return { file: `packages/server/src/${file}`, allowed, forbidden };
}

function statement(source: string): string {
  return source.startsWith("import ") ? source : `import "${source}";`;
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
