import assert from "node:assert/strict";
import { test } from "node:test";
import { createDraftStore } from "./draft-store.ts";

function createStorage(items: Map<string, string>) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
}

test("a draft is there again after a reload", () => {
  const storage = createStorage(new Map());
  const draft = { domain: "datamint/generator-option", text: "{}" };
  createDraftStore(() => storage).save(draft);
  assert.deepEqual(createDraftStore(() => storage).load(), draft);
});

test("whatever else is stored is not a draft", () => {
  for (const stored of ["", "{", "null", "[]", '{"domain":1,"text":"{}"}', '{"text":"{}"}']) {
    assert.equal(createDraftStore(() => createStorage(new Map([["assay-draft", stored]]))).load(), undefined, stored);
  }
});

test("a browser that forbids storage only loses the draft at a reload", () => {
  const drafts = createDraftStore(() => {
    throw new Error("forbidden");
  });
  drafts.save({ domain: "", text: "{}" });
  assert.equal(drafts.load(), undefined);
});
