import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followSteps } from "@assay/testing/pages/follow-steps";

const page = readFileSync(join(import.meta.dirname, "../docs/guides/for-product-teams.md"), "utf8");

test("a team that follows the guide word for word gets a proposal, and changes its rules", async () => {
  const shown: string[] = [];
  for await (const { command, expected, printed } of followSteps(page)) {
    assert.equal(printed, expected, command);
    shown.push(printed);
  }
  const all = shown.join("\n");
  assert.equal(all.match(/^Submitted \(in-ballot\)/gm)?.length, 2);
  for (const outcome of [
    "exactly as it was built",
    "Valid under 1.0.0; 1 error under 2.0.0",
    "build the candidate again",
  ]) {
    assert.ok(all.includes(outcome), outcome);
  }
});
