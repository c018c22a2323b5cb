import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { findSpecDomain } from "@assay/testing/candidates/domains";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import canonicalize from "canonicalize";
import { registryFromSnapshot } from "../registry/packed-registry.ts";

const { spec, registry } = findSpecDomain("datamint/generator-option/1.0.0");
const candidate = candidateFile("loyalty-card") as JsonObject;
const built = engine.build({ spec, registry, candidate });
assert(built.valid);
const { proposalPackage } = built;

const verifyKind = (value: unknown) => engine.verifyPackage(value, spec, registry).kind;

test("accepts a package that was just built, regardless of the order of its properties", () => {
  assert.equal(verifyKind(proposalPackage), "ok");
  assert.equal(verifyKind(Object.fromEntries(Object.entries(proposalPackage).reverse())), "ok");
});

test("refuses a package for another product, domain or version before it checks the candidate", () => {
  const { specPackage } = proposalPackage;
  assert.equal(verifyKind(forgePackage({ targetProduct: "other" })), "other-spec-package");
  assert.equal(verifyKind(forgePackage({ domainId: "other" })), "other-spec-package");
  assert.equal(verifyKind(forgePackage({ specPackage: { ...specPackage, version: "9.0.0" } })), "other-spec-package");
  assert.equal(
    verifyKind(forgePackage({ specPackage: { ...specPackage, digest: specPackage.version } })),
    "other-spec-package",
  );
});

test("accepts a package while the ballot on it is open", () => {
  const open = registryFromSnapshot({ revision: "2", entries: [], pending: [{ id: "loyalty-card" }] });
  assert.equal(engine.verifyPackage(proposalPackage, spec, open).kind, "ok");
});

test("refuses a value that does not have exactly the properties of a package", () => {
  const { digest: _, ...rest } = proposalPackage;
  const invalidValues = [
    undefined,
    null,
    "text",
    [],
    {},
    rest,
    { ...proposalPackage, more: 1 },
    forgePackage({ format: "v2" }),
  ];
  for (const value of [...invalidValues, forgePackage({ specPackage: null })])
    assert.equal(verifyKind(value), "not-a-package");
});

/** Changes a package and recomputes its digest. */
function forgePackage(members: JsonObject): JsonObject {
  const { digest: _, ...content } = { ...proposalPackage, ...members } as JsonObject;
  return { ...content, digest: `sha256:${sha256(canonicalize(content) as string)}` };
}
