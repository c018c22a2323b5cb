import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessHelp, accessMarkdown } from "./access-table.ts";

test("the guide has the same table as the help", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  assert.ok(guide.includes(accessMarkdown()), `write this into packages/cli/README.md:\n${accessMarkdown()}`);
});

test("the help fits into 80 columns", () => {
  assert.deepEqual(
    accessHelp()
      .split("\n")
      .filter((line) => line.length > 80),
    [],
  );
});
