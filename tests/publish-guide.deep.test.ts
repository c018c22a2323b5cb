import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followSteps } from "@assay/testing/pages/follow-steps";

const page = readFileSync(join(import.meta.dirname, "../docs/guides/publish-a-spec-package.md"), "utf8");

test("a reader who follows the guide word for word has rules of their own that pass their tests", async () => {
  let last = "";
  for await (const { command, expected, printed } of followSteps(page)) {
    assert.equal(printed, expected, command);
    last = printed;
  }
  assert.match(last, /^spec-package\.json: The tests reach/);
});
