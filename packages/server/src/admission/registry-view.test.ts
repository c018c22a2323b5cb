import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { comparisonKey } from "@assay/engine";
import { rangesOf, registryView } from "./registry-view.ts";

test("keys are looked up in the ranges that begin with their hash, each range once", () => {
  const hashed = hash("sha256", "personbasic");
  assert.deepEqual(rangesOf([comparisonKey("personbasic"), comparisonKey("personbasic")]), [hashed.slice(0, 5)]);
  assert.equal(rangesOf([comparisonKey("personbasic"), comparisonKey("parcelroute")]).length, 2);

  const range = {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision: "r1",
    range: hashed.slice(0, 5),
    complete: true,
    entries: [{ key: hashed, state: "retired" }],
    pending: [],
  } as const;
  const view = registryView([range], "r1");
  assert.equal(view.revision, "r1");
  assert.deepEqual(view.find(comparisonKey("personbasic")), { kind: "taken", state: "retired" });
  assert.deepEqual(view.find(comparisonKey("parcelroute")), { kind: "unknown" });
});
