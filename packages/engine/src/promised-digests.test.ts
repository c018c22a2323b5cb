import assert from "node:assert/strict";
import { test } from "node:test";
import { buildDigests, findBrokenPromises, readPromises } from "@assay/testing/cases/promised-digests";
import manifest from "../package.json" with { type: "json" };

const promised = readPromises();
const built = buildDigests();

test("the same engine major builds the same bytes and digest from the same spec package, registry and candidate", (t) => {
  t.diagnostic(`figure: promised digests = ${Object.keys(promised.cases).length} (bar 60)`);
  assert.ok(Object.keys(promised.cases).length >= 60);
  assert.equal(promised.engine, Number(manifest.version.split(".")[0]), "a new major begins with promises of its own");
  assert.deepEqual(findBrokenPromises(promised, built), []);
});

test("every golden case from which a package is built has a promise", () => {
  const missing = Object.keys(built).filter((name) => !(name in promised.cases));
  assert.deepEqual(missing, [], "run npm run cases");
});
