import assert from "node:assert/strict";
import { test } from "node:test";
import { createDraftStore } from "./draft-store.ts";

function createStorage(items: Map<string, string>) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
}

test("restores the draft after a reload", () => {
  const storage = createStorage(new Map());
  const draft = { domain: "datamint/generator-option", text: "{}" };
  createDraftStore(() => storage).save(draft);
  assert.deepEqual(createDraftStore(() => storage).load(), draft);
});

test("ignores a stored value that is not a draft", () => {
  for (const stored of ["", "{", "null", "[]", '{"domain":1,"text":"{}"}', '{"text":"{}"}']) {
    assert.equal(createDraftStore(() => createStorage(new Map([["assay-draft", stored]]))).load(), undefined, stored);
  }
});

test("works without storage if the browser forbids it", () => {
  const drafts = createDraftStore(() => {
    throw new Error("forbidden");
  });
  drafts.save({ domain: "", text: "{}" });
  assert.equal(drafts.load(), undefined);
});
