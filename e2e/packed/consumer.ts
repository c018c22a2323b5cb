// A test copies this program into an empty project, where it is type-checked and run against the installed packages.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { AssayError, type Client, createClient } from "@assay/client";
import type { Verdict } from "@assay/contract";
import { createEngine, readJson, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { indexPlaces } from "@assay/json-text";
import { patchText } from "@assay/json-text/patch-text";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const compiled = engine.compileSpec(readFileSync("rules.json"));
assert(compiled.kind === "ok");

const candidate = readJson(readFileSync("candidate.json"));
assert(candidate.kind === "ok");

const registry = registryFromSnapshot({
  revision: "1",
  entries: [{ id: "Loyalty_Card", state: "retired" }],
  pending: [],
});
const refused: Verdict = engine.validate({ spec: compiled.spec, registry, candidate: candidate.value });
assert.deepEqual(
  refused.diagnostics.map(({ code }) => code),
  ["registry.id-taken"],
);

const free = registryFromSnapshot({ revision: "2", entries: [], pending: [] });
const built = engine.build({ spec: compiled.spec, registry: free, candidate: candidate.value });
assert(built.valid);
assert.match(built.proposalPackage.digest, /^sha256:[0-9a-f]{64}$/);
assert.ok(
  JSON.parse(readFileSync(new URL(import.meta.resolve("@assay/contract/generated/diagnostics.json")), "utf8")).length >
    20,
);

const requestedUrls: string[] = [];
const client: Client = createClient({
  service: "https://assay.example",
  key: "ai_ada",
  products: ["https://datamint.example"],
  fetch: async (url) => {
    requestedUrls.push(String(url));
    return Response.json({ code: "unknown-domain", detail: "No such domain." }, { status: 422 });
  },
});
const refusal = await client
  .build({ targetProduct: "a", domainId: "b", candidate: {} })
  .catch((error: unknown) => error);
assert(refusal instanceof AssayError);
assert.deepEqual([refusal.code, refusal.status, refusal.retryable], ["unknown-domain", 422, false]);
await assert.rejects(client.listProposals("https://elsewhere.example"), { code: "origin-not-named" });
assert.deepEqual(requestedUrls, ["https://assay.example/api/build"]);

const draft = '{ "generatorId": "Loyalty Card" }';
const { from, to } = indexPlaces(draft).find("/generatorId");
assert.equal(draft.slice(from, to), '"Loyalty Card"');
const patched = patchText(draft, [{ op: "replace", path: "/generatorId", value: "loyalty-card" }]);
assert(patched.kind === "ok");
assert.equal(patched.text, '{ "generatorId": "loyalty-card" }');
