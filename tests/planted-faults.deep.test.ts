import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readRows } from "../lab/faults/read-rows.ts";

const root = join(import.meta.dirname, "..");
const patches = globSync("*.patch", { cwd: join(root, "lab/faults") });

test("every planted fault can be planted in the code as it is", () => {
  for (const patch of patches) {
    const file = join("lab/faults", patch);
    const { status, stderr } = spawnSync("git", ["apply", "--check", file], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, `Plant the fault by hand, and write the difference to ${file}: ${stderr}`);
  }
});

test("every planted fault names the step which notices it, and a fault of wiring one test", () => {
  const rows = readRows();
  for (const patch of patches) {
    const { step, test } = rows.get(patch.slice(0, 2)) ?? assert.fail(`${patch} does not say what notices it`);
    if (!test) assert.match(step, /^(?:unit|deep)$/, patch);
    else assert.ok(readFileSync(join(root, test.file), "utf8").includes(JSON.stringify(test.title)), test.title);
  }
});
