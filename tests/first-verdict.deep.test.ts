import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const story = join(import.meta.dirname, "../examples/first-verdict/first-verdict.ts");
const draft = readFileSync(join(story, "../draft.json"), "utf8");

test("the draft has five errors, its fixes leave the two that need a person, and corrected it is valid", () => {
  const { status, verdicts } = run();
  assert.equal(status, 0);
  assert.deepEqual(verdicts, [
    ["examples/first-verdict/draft.json", "5 errors"],
    ["After the fixes", "2 errors"],
    ["examples/first-verdict/corrected.json", "Valid"],
  ]);
});

test("a reader whose draft is not JSON is told where and why", () => {
  const { status, printed } = run(draft.replace('"int",', '"int"'));
  assert.equal(status, 1);
  assert.match(printed, /^draft\.json, line 8, column \d+: Found .*\n$/);
});

function run(changed?: string) {
  const folder = mkdtempSync(join(tmpdir(), "assay-first-verdict-"));
  try {
    const file = join(folder, "draft.json");
    if (changed !== undefined) writeFileSync(file, changed);
    const args = ["--conditions=assay-source", story, ...(changed === undefined ? [] : ["draft.json"])];
    const cwd = changed === undefined ? join(import.meta.dirname, "..") : folder;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    assert.equal(stderr, "");
    const verdicts = [...stdout.matchAll(/^(\S.*): (Valid|\d+ errors?)[.:]/gm)].map(([, ...parts]) => parts);
    return { status, printed: stdout, verdicts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
