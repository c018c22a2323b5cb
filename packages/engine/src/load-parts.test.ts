import assert from "node:assert/strict";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { sha256 } from "@assay/testing/sha256";
import { loadEngineParts } from "./load-parts.ts";

const withCel = specFile("datamint/generator-option/1.0.0");
const withoutCel = specFile("datamint/generator-option/1.0.0", [{ op: "replace", path: "/rules", value: [] }]);
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test("loads CEL only if one of the packages has CEL rules", async () => {
  for (const [packages, cel] of [
    [[], false],
    [[withoutCel], false],
    [[withCel], true],
    [[withoutCel, withCel], true],
  ] as const) {
    const parts = await loadEngineParts(sha256, packages);
    assert.equal(parts.cel !== undefined, cel);
  }
});

test("does not load CEL for bytes that are not a spec package", async () => {
  for (const bytes of [encode([]), encode(null), Uint8Array.of(0xff), new TextEncoder().encode("{")]) {
    assert.deepEqual(await loadEngineParts(sha256, [bytes]), { sha256, cel: undefined });
  }
});
