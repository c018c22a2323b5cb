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
  return wrapper && { at: wrapper.path.join("/"), beside: wrapper.beside.map((path) => path.join("/")) };
}

test("a wrapper is recognized by what it holds, whatever its name", () => {
  for (const name of ["candidate", "proposal", "data", "生成器", "__proto__"]) {
    assert.deepEqual(locateWrapper(JSON.parse(JSON.stringify({ x: candidate }).replace('"x"', JSON.stringify(name)))), {
      at: name,
      beside: [],
    });
  }
  assert.deepEqual(locateWrapper({ data: { proposal: candidate } }), { at: "data/proposal", beside: [] });
});

test("an envelope of the same call is a wrapper, and one of another call would lose something", () => {
  assert.deepEqual(locateWrapper({ targetProduct, domainId, candidate }), { at: "candidate", beside: [] });
  assert.deepEqual(locateWrapper({ input: { targetProduct, domainId, candidate } }), {
    at: "input/candidate",
    beside: [],
  });
  assert.deepEqual(locateWrapper({ targetProduct: "other", domainId, candidate }), {
    at: "candidate",
    beside: ["targetProduct"],
  });
  assert.deepEqual(locateWrapper({ candidate, notes: "For Ada." }), { at: "candidate", beside: ["notes"] });
});

test("a candidate is not a wrapper, and of two drafts none is chosen", () => {
  assert.equal(locateWrapper(candidate), undefined);
  assert.equal(locateWrapper({ description: "A card.", candidate }), undefined);
  assert.equal(locateWrapper({ first: candidate, second: candidate }), undefined);
});

test("an array around one candidate is recognized", () => {
  assert.equal(locateWrapper([candidate])?.at, "0");
});

test("too little, too much and too deep is not recognized", () => {
  assert.equal(locateWrapper({ data: { description: "A card." } }), undefined);
  assert.equal(locateWrapper({ candidate, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }), undefined);
  assert.equal(locateWrapper({ a: { b: { c: { d: candidate } } } }), undefined);
  for (const other of [null, [], {}, "text", [candidate, candidate], { list: [candidate] }])
    assert.equal(locateWrapper(other), undefined);
});
