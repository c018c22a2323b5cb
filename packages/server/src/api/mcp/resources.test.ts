import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { specOutline } from "./resources.ts";

const kinds = ["human"];
const rules = { version: "1.0.0", title: "Rules", owner: { kinds }, candidateSchema: {} };
const owner = { kind: "human", id: "ada" };
const refused = { name: "refused", expect: [{ code: "field.missing", path: "/title" }], candidate: { owner } };
const accepted = { name: "accepted", expect: [], candidate: { owner, title: "A" } };
const outline = (...tests: readonly object[]) => specOutline({ ...rules, tests } as unknown as SpecPackage);

test("a spec package is read without its tests, with the first candidate that it accepts", () => {
  assert.deepEqual(outline(refused, accepted), { ...rules, acceptedExample: { title: "A" } });
});

test("an example has no owner that could be copied", () => {
  assert.ok(!JSON.stringify(outline(refused, accepted)).includes("ada"));
});

test("a spec package that accepts no example is read without one", () => {
  assert.deepEqual(outline(refused), rules);
});

test("the schema of an outline lists the kinds of owner", () => {
  const candidateSchema = { properties: { owner: { properties: { kind: {} } } } };
  const { candidateSchema: shown } = specOutline({ ...rules, candidateSchema, tests: [] } as unknown as SpecPackage);
  assert.deepEqual(shown, { properties: { owner: { properties: { kind: { enum: kinds } } } } });
});
