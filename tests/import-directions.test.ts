import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findForbiddenImports, parts } from "../scripts/import-rules.ts";

const root = join(import.meta.dirname, "..");
const directories = "{packages/*/{src,test},e2e,examples,lab,scripts,tests}";
const sources = globSync(`${directories}/**/*.{ts,tsx}`, { cwd: root, exclude: ["lab/node_modules/**"] });

test("every import in a source file is allowed by scripts/import-rules.ts", () => {
  assert.ok(sources.length > 300);
  const forbidden = sources.flatMap((file) =>
    findForbiddenImports(file, readFileSync(join(root, file), "utf8")).map((from) => `${file} imports "${from}"`),
  );
  assert.deepEqual(forbidden, []);
});

test("forbidden imports are reported", () => {
  for (const [file, from] of [
    ["packages/contract/src/planted.ts", "node:fs"],
    ["packages/client/src/planted.ts", "ajv"],
    ["packages/engine/src/checks/planted.ts", "../validate/any.ts"],
    ["packages/engine/src/checks/planted.ts", "node:crypto"],
    ["packages/engine/src/engine.ts", "./cel/index.ts"],
    ["packages/engine/src/meter.ts", "./sha256.ts"],
    ["packages/server/src/api/routes/planted.ts", "../../auth/authenticator.ts"],
    ["packages/server/src/net/planted.ts", "@assay/engine"],
    ["packages/workbench/src/planted.ts", "@assay/testing/print-figure"],
    ["packages/cli/src/planted.test.ts", "../../server/src/app.ts"],
    ["e2e/http/planted.ts", "@assay/server/config/settings"],
    ["examples/planted.ts", "@assay/cli/run"],
  ] as const)
    assert.deepEqual(findForbiddenImports(file, `import "${from}";\n`), [from], file);
});

test("every part in the import rules exists", () => {
  const missing = Object.keys(parts).filter(
    (name) => !existsSync(join(root, "packages", name.replace(/\/|$/, "/src/"))),
  );
  assert.deepEqual(missing, []);
});
