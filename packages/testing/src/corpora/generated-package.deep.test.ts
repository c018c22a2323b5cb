import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../cases/run-case.ts";
import { scaled } from "../scale.ts";
import { generatedPackage } from "./generated-package.ts";

const count = scaled({ ci: 40, full: 1_000 });

test("every generated package is accepted, and no two are the same", () => {
  const digests = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(generatedPackage(index))));
    assert.deepEqual(compiled.kind === "ok" ? [] : compiled.problems, [], `package ${index}`);
    if (compiled.kind === "ok") digests.add(compiled.spec.digest);
  }
  assert.equal(digests.size, count);
});
