import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withReporting } from "../scripts/release/repository.ts";

const root = join(import.meta.dirname, "..");

test("SECURITY.md names tests that exist", () => {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  const cited = [...page.matchAll(/`((?:packages|e2e|lab|tests)\/[^`]+)`/g)].map(([, path = ""]) => path);
  assert.notDeepEqual(cited, []);
  const missing = cited.filter((path) => globSync(path, { cwd: root }).length === 0);
  assert.deepEqual(missing, []);
});

test("SECURITY.md names the private address of the repository, and says so while there is none", () => {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  assert.match(withReporting(page, ""), /\bno private address\b/);
  const named = withReporting(page, "https://git.example/assay/assay");
  assert.match(named, /https:\/\/git\.example\/assay\/assay\/security\/advisories\/new/);
  assert.doesNotMatch(named, /\bno private address\b/);
  assert.equal(withReporting(named, ""), withReporting(page, ""));
});
