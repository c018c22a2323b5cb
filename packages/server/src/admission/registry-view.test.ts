import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { rangesOf, registryView } from "./registry-view.ts";

test("keys are looked up in the ranges that begin with their hash, each range once", () => {
  const hashed = hash("sha256", "personbasic");
  assert.deepEqual(rangesOf(["personbasic", "personbasic"]), [hashed.slice(0, 5)]);
  assert.equal(rangesOf(["personbasic", "parcelroute"]).length, 2);

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
  assert.deepEqual(view.find("personbasic"), { kind: "taken", state: "retired" });
  assert.deepEqual(view.find("parcelroute"), { kind: "unknown" });
});
