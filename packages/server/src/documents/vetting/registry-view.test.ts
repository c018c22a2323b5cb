import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { comparisonKey, lookalikeKey } from "@assay/engine";
import { rangesOf, registryView } from "./registry-view.ts";

test("ids are looked up in the range of their lookalike key, and each range is named once", () => {
  const range = hash("sha256", "personbaslc").slice(0, 5);
  assert.deepEqual(rangesOf(["person-basic", "Person_Basic", "pers0n-basic"].map(lookalikeKey)), [range]);
  assert.equal(rangesOf(["person-basic", "parcel-route"].map(lookalikeKey)).length, 2);

  const view = registryView(
    [
      {
        format: "generator-registry/v1",
        targetProduct: "datamint",
        revision: "r1",
        range,
        complete: true,
        entries: [{ id: "Person.Basic", state: "retired" }],
        pending: [],
      },
    ],
    "r1",
  );
  assert.equal(view.revision, "r1");
  const taken = { kind: "taken", id: "Person.Basic", state: "retired" };
  assert.deepEqual(view.find(comparisonKey("person-basic")), taken);
  assert.deepEqual(view.find(comparisonKey("pers0n-basic")), { kind: "free" });
  assert.equal(view.similar?.(lookalikeKey("pers0n-basic")), "Person.Basic");
  assert.deepEqual(view.find(comparisonKey("parcel-route")), { kind: "unknown" });
});
