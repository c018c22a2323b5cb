import assert from "node:assert/strict";
import { createHash, hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RegistryRange } from "@assay/contract";
import { lookalikeKey, rangeOf } from "@assay/engine";

const root = join(import.meta.dirname, "../..");
const sha256 = (text: string) => hash("sha256", text);

test("the range that the guide shows is the one of the ids in it, and its way to find a range is the engine's", () => {
  const registry = readFileSync(join(root, "docs/guides/publish-a-registry.md"), "utf8");
  const [, document = ""] = /```json\n(\{[^`]*"range"[^`]*)```/.exec(registry) ?? [];
  const { range, entries } = JSON.parse(document) as RegistryRange;
  assert.ok(registry.includes(`/ranges/${range}`));
  assert.ok(entries.length > 1);
  const [, code = ""] = /```js\n([^`]*)```/.exec(registry) ?? [];
  const nameOf = new Function("createHash", `${code}; return rangeOf;`)(createHash) as (id: string) => string;
  for (const { id } of [...entries, { id: "Corner.Vvave-01" }, { id: "RN" }]) {
    assert.equal(nameOf(id), rangeOf(lookalikeKey(id), sha256), id);
  }
  for (const { id } of entries) assert.equal(nameOf(id), range, id);
});
