import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followSteps } from "@assay/testing/pages/follow-steps";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("a team that follows the guide word for word gets a proposal, and changes its rules", async () => {
  const shown: string[] = [];
  for await (const { command, expected, printed } of followSteps(read("docs/guides/for-product-teams.md"))) {
    assert.equal(printed, expected, command);
    shown.push(printed);
  }
  const all = shown.join("\n");
  assert.equal(all.match(/^Submitted \(in-ballot\)/gm)?.length, 2);
  for (const outcome of [
    "6 tests: 5 passed, 1 failed",
    "Version 1.1.0 is a minor version: not justified",
    "exactly as it was built",
    "Valid under 1.0.0; 1 error under 2.0.0",
    "build the candidate again",
  ]) {
    assert.ok(all.includes(outcome), outcome);
  }
});

test("the product in Python can be followed from a clone", {
  skip: !hasPython && "python3 is not installed",
}, async () => {
  const shown: string[] = [];
  for await (const { command, expected, printed } of followSteps(read("examples/product-python/README.md"))) {
    assert.equal(printed, expected, command);
    shown.push(printed);
  }
  assert.ok(shown.includes("in-ballot"));
});
