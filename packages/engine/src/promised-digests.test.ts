import assert from "node:assert/strict";
import { test } from "node:test";
import { buildDigests, findBrokenPromises, readPromises } from "@assay/testing/cases/promised-digests";
import manifest from "../package.json" with { type: "json" };

const promised = readPromises();
const built = buildDigests();

test("all engines of a major version build the same bytes from the same spec package, registry and candidate", (t) => {
  t.diagnostic(`figure: promised digests = ${Object.keys(promised.cases).length} (bar 60)`);
  assert.ok(Object.keys(promised.cases).length >= 60);
  assert.equal(promised.engine, Number(manifest.version.split(".")[0]), "a new major version needs new promises");
  assert.deepEqual(findBrokenPromises(promised, built), []);
});

test("every golden case that builds a package has a promised digest", () => {
  const missing = Object.keys(built).filter((name) => !(name in promised.cases));
  assert.deepEqual(missing, [], "run npm run cases");
});
