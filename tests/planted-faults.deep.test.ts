import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readRows } from "../lab/faults/read-rows.ts";

const root = join(import.meta.dirname, "..");
const patches = globSync("*.patch", { cwd: join(root, "lab/faults") });

test("every planted fault applies to the current code", () => {
  for (const patch of patches) {
    const file = join("lab/faults", patch);
    const { status, stderr } = spawnSync("git", ["apply", "--check", file], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, `Plant the fault by hand, and write the diff to ${file}: ${stderr}`);
  }
});

test("every planted fault names the test that detects it", () => {
  const rows = readRows();
  for (const patch of patches) {
    const { file } = rows.get(patch.slice(0, 2)) ?? assert.fail(`${patch} does not name a test`);
    assert.ok(existsSync(join(root, file)), file);
  }
});
