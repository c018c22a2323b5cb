import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mutationTargets } from "../lab/mutation/mutation-targets.ts";

const cwd = join(import.meta.dirname, "..");

for (const [name, { files, tests, strict = [] }] of Object.entries(mutationTargets)) {
  test(`mutation testing of ${name} finds every file that it names`, () => {
    for (const pattern of [...files, ...tests, ...strict]) {
      assert.notEqual(globSync(pattern, { cwd }).length, 0, pattern);
    }
  });
}

test("only survivors in files that are mutated are explained", () => {
  const known: object = JSON.parse(readFileSync(join(cwd, "lab/mutation/known-survivors.json"), "utf8"));
  const mutated = Object.values(mutationTargets).flatMap(({ files }) =>
    files.flatMap((file) => globSync(file, { cwd })),
  );
  assert.deepEqual(
    Object.keys(known).filter((file) => !mutated.includes(file)),
    [],
  );
});
