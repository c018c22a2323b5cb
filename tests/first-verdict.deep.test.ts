import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const script = join(import.meta.dirname, "../examples/first-verdict/first-verdict.ts");
const draft = readFileSync(join(script, "../draft.json"), "utf8");

test("the draft has five errors, the fixes leave two for a person, and the corrected draft is valid", () => {
  const { status, verdicts } = run();
  assert.equal(status, 0);
  assert.deepEqual(verdicts, [
    ["examples/first-verdict/draft.json", "5 errors"],
    ["After the fixes", "2 errors"],
    ["examples/first-verdict/corrected.json", "Valid"],
  ]);
});

test("a draft that is not JSON is reported with the position and the reason", () => {
  const { status, printed } = run(draft.replace('"int",', '"int"'));
  assert.equal(status, 1);
  assert.match(printed, /^draft\.json, line 8, column \d+: Found .*\n$/);
});

function run(ownDraft?: string) {
  const folder = mkdtempSync(join(tmpdir(), "assay-first-verdict-"));
  try {
    const file = join(folder, "draft.json");
    if (ownDraft !== undefined) writeFileSync(file, ownDraft);
    const args = ["--conditions=assay-source", script, ...(ownDraft === undefined ? [] : ["draft.json"])];
    const cwd = ownDraft === undefined ? join(import.meta.dirname, "..") : folder;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    assert.equal(stderr, "");
    const verdicts = [...stdout.matchAll(/^(\S.*): (Valid|\d+ errors?)[.:]/gm)].map(([, ...parts]) => parts);
    return { status, printed: stdout, verdicts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
