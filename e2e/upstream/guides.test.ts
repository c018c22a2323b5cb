import assert from "node:assert/strict";
import { createHash, hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RegistryRange } from "@assay/contract";
import { createEngine, lookalikeKey, rangeOf, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { idn } from "@assay/engine/idn";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/publish-a-spec-package.md"), "utf8");
const blocks = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
const sha256 = (text: string) => hash("sha256", text);
const engine = createEngine({ sha256, cel, idn });

test("the check at submission takes what was built, and tells changed rules, mistakes and tampering apart", async () => {
  const code = blocks.find((block) => block.includes("engine.verifyPackage")) ?? "";
  const { refuse } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [older, spec] = [compiled("1.0.0"), compiled("2.0.0")];
  const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
  const candidate = JSON.parse(
    readFileSync(join(root, "packages/contract/cases/candidates/loyalty-card.json"), "utf8"),
  );
  const { proposalPackage: built } = engine.build({ spec, registry, candidate });
  // As it comes over the wire.
  const submitted = JSON.parse(JSON.stringify(built));
  const here = { engine, spec, registry };
  assert.equal(refuse(submitted, here), undefined);
  assert.equal(refuse(submitted, { ...here, spec: older }).code, "spec-package-changed");
  const taken = registryFromSnapshot({
    revision: "2",
    entries: [{ id: "loyalty-card", state: "active" }],
    pending: [],
  });
  assert.equal(refuse(submitted, { ...here, registry: taken }).code, "invalid");
  const renamed = { ...submitted, candidate: { ...candidate, generatorName: "Another name" } };
  assert.equal(refuse(renamed, here).code, "changed-after-build");
  assert.equal(refuse({ ...submitted, more: 1 }, here).code, "changed-after-build");
});

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

function compiled(version: string) {
  const file = `packages/contract/spec-packages/datamint/generator-option/${version}.json`;
  const answer = engine.compileSpec(readFileSync(join(root, file)));
  assert(answer.kind === "ok");
  return answer.spec;
}
