import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

test("every planted fault can be planted in the code as it is", () => {
  for (const patch of globSync("lab/faults/*.patch", { cwd: root })) {
    const { status, stderr } = spawnSync("git", ["apply", "--check", patch], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, `Plant the fault by hand, and write the difference to ${patch}: ${stderr}`);
  }
});
