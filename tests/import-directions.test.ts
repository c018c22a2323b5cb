import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { engineDirectories, engineEntries, forbiddenImports, importRules, rulesFor } from "../scripts/import-rules.ts";

const root = join(import.meta.dirname, "..");
const directories = "{packages/*/{src,test},e2e,examples,lab,scripts,tests}";
const sources = globSync(`${directories}/**/*.{ts,tsx}`, { cwd: root, exclude: ["lab/node_modules/**"] }).filter(
  (file) => !file.endsWith(".d.ts"),
);

/** A file with imports that its rule allows, and imports that it forbids. */
interface Planted {
  readonly file: string;
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
}

const planted: readonly Planted[] = [
  {
    file: "packages/contract/src/planted.ts",
    allowed: ["./limits.ts", "../package.json"],
    forbidden: ["@assay/engine", "typebox", "node:fs", "../../engine/src/index.ts", "../../engine/dist/index.js"],
  },
  {
    file: "packages/contract/src/planted.test.ts",
    allowed: ["./limits.ts", "node:test", "ajv", "@assay/contract/cases/a.json"],
    forbidden: ["@assay/engine", "@assay/testing/figure", "../../engine/src/index.ts"],
  },

  ...engineDirectories.map((name, index) => ({
    file: `packages/engine/src/${name}/planted.ts`,
    allowed: [
      ...["./other.ts", "../meter.ts", "../sha256.ts", "@assay/contract", "ajv", "ajv/dist/2020.js"],
      ...engineDirectories
        .slice(0, index)
        .flatMap((above) => (engineEntries.includes(above) ? [] : [`../${above}/any.ts`])),
    ],
    forbidden: [
      ...["../engine.ts", "../../test/hostility.ts", "../../../contract/src/index.ts"],
      ...["node:fs", "node:fs/promises", "@assay/server", "@assay/testing/figure"],
      ...engineDirectories.slice(index + 1).map((below) => `../${below}/any.ts`),
      ...engineEntries.filter((entry) => entry !== name).map((entry) => `../${entry}/index.ts`),
    ],
  })),
  {
    file: "packages/engine/src/meter.ts",
    allowed: ["@assay/contract"],
    forbidden: ["./sha256.ts", "./text/message.ts", "node:fs"],
  },
  {
    file: "packages/engine/src/sha256.ts",
    allowed: ["./wrong-argument.ts", "@assay/contract"],
    forbidden: ["./meter.ts", "./text/message.ts", "node:crypto"],
  },
  {
    file: "packages/engine/src/engine.ts",
    allowed: ["./meter.ts", "./compile/compile-spec.ts", "@assay/contract"],
    forbidden: ["./cel/index.ts", "./idn/index.ts", "node:crypto", "@assay/sandbox"],
  },
  {
    file: "packages/engine/src/load-parts.ts",
    allowed: ["./cel/index.ts", "./idn/index.ts", "./json/read-json.ts", "@assay/contract"],
    forbidden: ["node:crypto", "@assay/sandbox"],
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

  server(
    "main.ts",
    ["./app.ts", "./config/read-config.ts", "./problem.ts"],
    ["./api/routes/operation-routes.ts", "./call.ts", "@assay/engine"],
  ),
  server(
    "app.ts",
    ["./call.ts", "./api/create-api.ts", "./documents/registry-ranges.ts", "@assay/engine"],
    ["./main.ts", "@assay/sandbox"],
  ),
  server(
    "app/planted.ts",
    ["../call.ts", "../api/create-api.ts", "../documents/registry-ranges.ts", "@assay/engine"],
    ["../main.ts", "../app.ts", "@assay/sandbox"],
  ),
  server("problem.ts", ["@assay/contract"], ["./call.ts", "./api/send-problem.ts"]),
  server(
    "shared/planted.ts",
    ["./ports.ts", "@assay/contract", "ipaddr.js"],
    ["../problem.ts", "../net/classify-address.ts", "@assay/engine"],
  ),
  server(
    "call.ts",
    ["./auth/identify.ts", "./limit/limiter.ts", "./api/operations/run-operation.ts", "./telemetry/log.ts"],
    ["./api/send-problem.ts", "./net/listen.ts", "./documents/fetchers.ts", "@assay/engine"],
  ),
  server(
    "config/planted.ts",
    ["../problem.ts", "../net/classify-address.ts", 'import { closest, readJson } from "@assay/engine";'],
    ["../app.ts", "../net/listen.ts", "../limit/limiter.ts", 'import { createEngine } from "@assay/engine";'],
  ),
  server(
    "api/planted.ts",
    ["../call.ts", "./mcp/mcp.ts", "./routes/add-route.ts", "../net/listen.ts", "../site/pages.ts"],
    ["../app.ts", "../auth/identify.ts", "./mcp/tools.ts", "./operations/run-operation.ts", "../documents/fetchers.ts"],
  ),
  server(
    "api/routes/planted.ts",
    ["../../call.ts", "../mcp/mcp.ts", "../send-problem.ts", 'import { readJson } from "@assay/engine";'],
    ["../../app.ts", "../../auth/identify.ts", "../mcp/tools.ts", 'import { validate } from "@assay/engine";'],
  ),
  server(
    "api/mcp/planted.ts",
    ["../../call.ts", "../../shared/ports.ts"],
    ["../send-problem.ts", "../operations/run-operation.ts", "../../net/listen.ts", "@assay/engine"],
  ),
  server(
    "api/operations/planted.ts",
    ["@assay/engine", "../../problem.ts"],
    ["../send-problem.ts", "../mcp/tools.ts", "../../documents/fetchers.ts", "../../call.ts"],
  ),
  server(
    "net/planted.ts",
    ["../problem.ts", "../shared/ports.ts", "./listen.ts"],
    ["../call.ts", "../api/send-problem.ts", "../site/pages.ts", "@assay/engine"],
  ),
  server(
    "site/content/planted.ts",
    ["../page.ts", "../articles/article.ts", "@assay/contract"],
    ["../../call.ts", "../../problem.ts", "../../api/send-problem.ts", "../../net/listen.ts", "@assay/engine"],
  ),
  server(
    "auth/planted.ts",
    ["../problem.ts", "../shared/ports.ts", "../net/fetcher.ts", "./caller.ts"],
    ["../limit/limiter.ts", "../documents/fetchers.ts", "../api/send-problem.ts"],
  ),
  server("limit/planted.ts", ["../telemetry/events.ts", "../net/client-at.ts"], ["../auth/caller.ts", "../call.ts"]),
  server(
    "documents/planted.ts",
    ["./vetting/create-vetting.ts", "../net/fetcher.ts"],
    ["@assay/engine", "../api/operations/run-operation.ts", "../app.ts"],
  ),
  server(
    "documents/vetting/planted.ts",
    ["@assay/engine", "./create-engines.ts"],
    ["../fetchers.ts", "../../net/fetcher.ts", "../../api/operations/run-operation.ts"],
  ),
  server("telemetry/planted.ts", ["../problem.ts"], ["../call.ts", "@assay/engine"]),
  server(
    "auth/planted.test.ts",
    ["../limit/limiter.ts", "@assay/contract", "@assay/testing/figure"],
    ["@assay/sandbox", "../../../engine/test/hostility.ts"],
  ),

  {
    file: "packages/client/src/planted.ts",
    allowed: ["./exchange.ts", "@assay/contract"],
    forbidden: [
      "@assay/engine",
      "@assay/server",
      "@assay/testing/figure",
      "ajv",
      "node:http",
      "../../contract/src/index.ts",
    ],
  },
  {
    file: "packages/client/src/planted.test.ts",
    allowed: ["./exchange.ts", "@assay/client", "@assay/contract", "@assay/testing/figure", "node:test"],
    forbidden: ["@assay/engine", "@assay/sandbox", "@assay/server"],
  },
  {
    file: "packages/cli/src/planted.ts",
    allowed: ["./io.ts", "@assay/client", "@assay/engine/cel", "@assay/json-text/patch-text", "commander", "node:fs"],
    forbidden: ["@assay/server", "@assay/sandbox", "@assay/testing/figure", "../../client/src/index.ts"],
  },
  {
    file: "packages/cli/src/planted.test.ts",
    allowed: ["./io.ts", "@assay/client", "@assay/testing/figure", "node:test"],
    forbidden: ["@assay/server", "@assay/workbench", "../../server/src/app.ts"],
  },
  {
    file: "packages/json-text/src/planted.ts",
    allowed: ["./pointer.ts", "@assay/contract", "@assay/engine", "@lezer/json"],
    forbidden: ["@assay/client", "@assay/testing/figure", "node:fs", "../../engine/src/index.ts"],
  },
  {
    file: "packages/json-text/src/planted.test.ts",
    allowed: ["./pointer.ts", "@assay/engine", "@assay/testing/figure", "node:test"],
    forbidden: ["@assay/workbench", "@assay/server", "../../engine/src/index.ts"],
  },
  {
    file: "packages/sandbox/src/planted.ts",
    allowed: ["@assay/contract", "@assay/engine"],
    forbidden: ["@assay/client", "@assay/server", "@assay/testing/figure", "../../engine/src/index.ts"],
  },
  {
    file: "packages/sandbox/src/planted.test.ts",
    allowed: ["@assay/contract", "@assay/testing/figure", "../test/packages.ts"],
    forbidden: ["@assay/server", "../../server/src/app.ts"],
  },
  {
    file: "packages/workbench/src/planted.ts",
    allowed: ["./state.ts", "@assay/contract", "@assay/engine", "@assay/json-text/patch-text", "preact"],
    forbidden: ["@assay/server", "@assay/testing/figure", "node:fs", "node:fs/promises", "../../engine/src/index.ts"],
  },
  {
    file: "packages/workbench/src/planted.test.ts",
    allowed: ["../test/any.ts", "@assay/json-text", "@assay/testing/figure", "node:test"],
    forbidden: ["@assay/server", "@assay/sandbox", "../../server/src/app.ts"],
  },
  {
    file: "packages/testing/src/planted.ts",
    allowed: [
      "@assay/client",
      "@assay/contract",
      "@assay/engine/cel",
      "@assay/sandbox",
      'import { startApp } from "@assay/server";',
    ],
    forbidden: [
      'import { limiter } from "@assay/server";',
      "@assay/server/config/settings",
      "../../engine/src/meter.ts",
      "../../engine/test/hostility.ts",
    ],
  },
  ...["e2e/http", "lab/bench", "examples/a-story"].map((directory) => ({
    file: `${directory}/planted.ts`,
    allowed: [
      ...[
        "@assay/client",
        "@assay/contract",
        "@assay/engine",
        "@assay/sandbox",
        'import { startApp } from "@assay/server";',
      ],
      ...(directory.startsWith("examples") ? [] : ["@assay/cli/run", "@assay/testing/figure"]),
    ],
    forbidden: [
      ...["@assay/server/limit", 'import { limiter } from "@assay/server";', "../../packages/engine/src/index.ts"],
      ...(directory.startsWith("examples") ? ["@assay/cli/run", "@assay/testing/figure"] : []),
    ],
  })),
  {
    file: "lab/bench/stages.ts",
    allowed: ["./measure.ts", "../../packages/engine/src/spec/compiled-spec.ts"],
    forbidden: ["../../packages/engine/src/index.ts", "@assay/engine"],
  },
  ...["scripts", "tests"].map((directory) => ({
    file: `${directory}/planted.ts`,
    allowed: ["@assay/testing/figure", "@assay/server/config/settings", "../scripts/generate.ts"],
    // Nothing reaches into a package, whichever packages there are.
    forbidden: readdirSync(join(root, "packages")).flatMap((name) =>
      ["src", "test", "dist"].map((inside) => `../packages/${name}/${inside}/any.ts`),
    ),
  })),
];

for (const { file, allowed, forbidden } of planted) {
  test(`${file} may import exactly what its rule allows`, () => {
    const found = [...allowed, ...forbidden].filter(
      (source) => forbiddenImports(file, `${statement(source)}\n`).length > 0,
    );
    assert.deepEqual(found, forbidden);
  });
}

test("no source file imports what its rule forbids", () => {
  const found = sources.flatMap((file) =>
    forbiddenImports(file, readFileSync(join(root, file), "utf8")).map(
      ({ from, otherwise }) => `${file} imports "${from}". ${otherwise}`,
    ),
  );
  assert.deepEqual(found, []);
});

test("every rule is for files that exist, and is tried with a planted import", () => {
  const rulesOf = (files: readonly string[]) => new Set(files.flatMap(rulesFor));
  assert.deepEqual(rulesOf(sources), new Set(importRules));
  assert.deepEqual(rulesOf(planted.map(({ file }) => file)), new Set(importRules));
});

test("every source file has exactly one rule", () => {
  assert.ok(sources.length > 300);
  assert.deepEqual(
    sources.filter((file) => rulesFor(file).length !== 1),
    [],
  );
});

function server(file: string, allowed: readonly string[], forbidden: readonly string[]): Planted {
  return { file: `packages/server/src/${file}`, allowed, forbidden };
}

function statement(source: string): string {
  return source.startsWith("import ") ? source : `import "${source}";`;
}
