import assert from "node:assert/strict";
import { test } from "node:test";
import { matchRenamed } from "./match-renamed.ts";

function paired(unknown: readonly string[], missing: readonly string[]): Record<string, string> {
  const pairs = matchRenamed({ unknown, missing, fits: () => true, written: unknown, known: missing });
  return Object.fromEntries(pairs);
}

test("a name that says a word less or more is the other's", () => {
  const unknown = ["fields", "desc", "ID", "theGeneratorNameOfIt"];
  const missing = ["outputFields", "description", "generatorId", "generatorName"];
  assert.deepEqual(paired(unknown, missing), {
    fields: "outputFields",
    desc: "description",
    ID: "generatorId",
    theGeneratorNameOfIt: "generatorName",
  });
});

test("a word that several names have tells nothing", () => {
  assert.deepEqual(paired(["generator"], ["generatorId", "generatorName"]), {});
  assert.deepEqual(paired(["firstName", "lastName"], ["name"]), {});
});

test("words decide nothing while another property may be the better match", () => {
  assert.deepEqual(paired(["displayName", "key"], ["name"]), {});
  assert.deepEqual(paired(["total", "vat", "not_active", "checked"], ["total_tax", "active"]), {});
});

test("other words are other names, unless nothing else is left", () => {
  assert.deepEqual(paired(["age", "des"], ["language", "description", "owner"]), {});
  assert.deepEqual(paired(["handle"], ["generatorId"]), { handle: "generatorId" });
});
