import assert from "node:assert/strict";
import { test } from "node:test";
import type { PatchOperation } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { createMeter } from "../meter.ts";
import { notRenamed, renameProperties, unwrapped } from "../validate/renamed-candidate.ts";
import { touchesOwner } from "./touches-owner.ts";

test("no operation at, above or below the owner's kind or id goes unnoticed", () => {
  const { toCorrected } = notRenamed({});
  for (const path of ["", "/owner", "/owner/kind", "/owner/id", "/owner/kind/0", "/owner/id/x/y"]) {
    const operations: readonly PatchOperation[] = [
      { op: "replace", path, value: "human" },
      { op: "remove", path },
      { op: "move", from: path, path: "/elsewhere" },
      { op: "move", from: "/elsewhere", path },
    ];
    for (const operation of operations) assert.ok(touchesOwner(operation, toCorrected), JSON.stringify(operation));
  }
  for (const path of ["/owner/name", "/owners", "/kind", "/other/kind", "/sampleRecords/0/owner/kind"]) {
    assert.ok(!touchesOwner({ op: "remove", path }, toCorrected), path);
    assert.ok(!touchesOwner({ op: "move", from: path, path: "/elsewhere" }, toCorrected), path);
  }
});

test("what cannot be read as a path counts as one to the owner", () => {
  const { toCorrected } = notRenamed({});
  for (const path of ["owner/kind", "name", "/name~2"]) {
    assert.ok(touchesOwner({ op: "remove", path }, toCorrected), path);
    assert.ok(touchesOwner({ op: "move", from: path, path: "/elsewhere" }, toCorrected), path);
  }
});

test("the owner is protected under misspelled names too", () => {
  const candidate = { ownr: { knid: "human" }, owner: { "kin/d": "human" } };
  const misspelled = [found("owner", "ownr"), found("kind", "ownr", "knid"), found("kind", "owner", "kin/d")];
  const { toCorrected } = renameProperties(notRenamed(candidate), misspelled, createMeter(1_000));
  for (const path of ["/ownr", "/ownr/knid", "/ownr/kind", "/owner/kin~1d"]) {
    assert.ok(touchesOwner({ op: "remove", path }, toCorrected), path);
  }
  for (const path of ["/owner/knid", "/owner/ids", "/ownr/name"])
    assert.ok(!touchesOwner({ op: "remove", path }, toCorrected), path);
});

test("the owner is protected inside a wrapper too", () => {
  const { toCorrected } = unwrapped({ data: { draft: { owner: {} } } }, { path: ["data", "draft"], beside: [] });
  for (const path of ["/data/draft", "/data/draft/owner", "/data/draft/owner/id"]) {
    assert.ok(touchesOwner({ op: "remove", path }, toCorrected), path);
  }
  assert.ok(!touchesOwner({ op: "remove", path: "/data/draft/kind" }, toCorrected));
});

function found(expected: string, ...path: string[]): AnyFinding {
  return { code: "field.misspelled", path, params: { expected } } as unknown as AnyFinding;
}
