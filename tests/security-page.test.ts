import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("every test that SECURITY.md names exists", () => {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  const cited = [...page.matchAll(/`((?:packages|e2e|lab|tests)\/[^`]+)`/g)].map(([, path = ""]) => path);
  assert.notDeepEqual(cited, []);
  const missing = cited.filter((path) => globSync(path, { cwd: root }).length === 0);
  assert.deepEqual(missing, []);
});
