import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, SpecPackage } from "@assay/contract";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { findWrapper } from "./wrapper.ts";

const spec = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as SpecPackage;
const candidate = candidateFile("loyalty-card");
const { targetProduct, domainId } = spec;

function locateWrapper(submitted: Json) {
  const wrapper = findWrapper(submitted, spec);
  return wrapper && { path: wrapper.path.join("/"), otherPaths: wrapper.otherPaths.map((path) => path.join("/")) };
}

test("recognizes a wrapper by its contents, whatever its name", () => {
  for (const name of ["candidate", "proposal", "data", "生成器", "__proto__"]) {
    assert.deepEqual(locateWrapper(JSON.parse(JSON.stringify({ x: candidate }).replace('"x"', JSON.stringify(name)))), {
      path: name,
      otherPaths: [],
    });
  }
  assert.deepEqual(locateWrapper({ data: { proposal: candidate } }), { path: "data/proposal", otherPaths: [] });
});

test("reports what unwrapping would lose, except the product and domain of the call", () => {
  assert.deepEqual(locateWrapper({ targetProduct, domainId, candidate }), { path: "candidate", otherPaths: [] });
  assert.deepEqual(locateWrapper({ input: { targetProduct, domainId, candidate } }), {
    path: "input/candidate",
    otherPaths: [],
  });
  assert.deepEqual(locateWrapper({ targetProduct: "other", domainId, candidate }), {
    path: "candidate",
    otherPaths: ["targetProduct"],
  });
  assert.deepEqual(locateWrapper({ candidate, notes: "For Ada." }), { path: "candidate", otherPaths: ["notes"] });
});

test("does not mistake a candidate for a wrapper, or choose between two candidates", () => {
  assert.equal(locateWrapper(candidate), undefined);
  assert.equal(locateWrapper({ description: "A card.", candidate }), undefined);
  assert.equal(locateWrapper({ first: candidate, second: candidate }), undefined);
});

test("recognizes an array that contains only a candidate", () => {
  assert.equal(locateWrapper([candidate])?.path, "0");
});

test("does not recognize a candidate with too few known properties, or a wrapper with too many members or levels", () => {
  assert.equal(locateWrapper({ data: { description: "A card." } }), undefined);
  assert.equal(locateWrapper({ candidate, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }), undefined);
  assert.equal(locateWrapper({ a: { b: { c: { d: candidate } } } }), undefined);
  for (const other of [null, [], {}, "text", [candidate, candidate], { list: [candidate] }])
    assert.equal(locateWrapper(other), undefined);
});
