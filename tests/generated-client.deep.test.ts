import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const openapi = fileURLToPath(import.meta.resolve("@assay/contract/generated/openapi.json"));

// Outside of the repository, because openapi-typescript needs TypeScript 5 and the repository has 7.
test("openapi-typescript generates named types, and a client type-checks against them", (t) => {
  const project = mkdtempSync(join(tmpdir(), "assay-generated-client-"));
  t.after(() => rmSync(project, { recursive: true }));
  cpSync(join(import.meta.dirname, "generated-client"), project, { recursive: true });
  const install = run(project, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1");
  const [, code = "unknown"] = /npm error code (\w+)/.exec(install.output) ?? [];
  const isOurFault = ["EUSAGE", "EINTEGRITY", "ERESOLVE"].includes(code);
  if (!install.ok && !isOurFault) return t.skip(`openapi-typescript could not be installed here (npm: ${code})`);
  assert.ok(install.ok, install.output);

  const generate = run(project, "npx", "openapi-typescript", openapi, "--output", "assay.d.ts");
  assert.ok(generate.ok, generate.output);
  const types = readFileSync(join(project, "assay.d.ts"), "utf8");
  const { components } = JSON.parse(readFileSync(openapi, "utf8"));
  for (const name of Object.keys(components.schemas)) {
    assert.match(types, new RegExp(`^ {8}${name}: [\\{c]`, "m"), `components["schemas"]["${name}"]`);
  }
  for (const name of Object.keys(components.responses)) {
    assert.ok(types.includes(`components["responses"]["${name}"]`), `components["responses"]["${name}"]`);
  }

  const check = run(
    project,
    "npx",
    "tsc",
    ..."--noEmit --strict --module nodenext --target es2022 client.ts".split(" "),
  );
  assert.ok(check.ok, check.output);
});

function run(cwd: string, command: string, ...args: readonly string[]) {
  // Without the conditions that this repository sets for itself.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: 300_000 });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
