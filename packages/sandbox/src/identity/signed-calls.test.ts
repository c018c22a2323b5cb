import assert from "node:assert/strict";
import { test } from "node:test";
// biome-ignore lint/style/noRestrictedImports: what is signed here must verify there; only this test may know both.
import { keysOf } from "../../../server/src/auth/proxy-keys.ts";
// biome-ignore lint/style/noRestrictedImports: see above.
import { verifyProxyCall } from "../../../server/src/auth/proxy-signature.ts";
import { anAgent } from "../../test/an-agent.ts";
import { type Arrived, startFakeAssay } from "../../test/fake-assay.ts";
import { createIdentity, type Identity } from "./create-identity.ts";

const args = { targetProduct: "datamint", domainId: "generator-option", candidate: { generatorName: "Größe 👍" } };

test("a call for an agent verifies at Assay, with a body and without", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent, grants } = await anAgent(identity, "assay.validateProposal", "assay.listDomains");
  await identity.execute(agent, "assay.validateProposal", args);
  await identity.execute(agent, "assay.listDomains");
  const common = { kind: "agent", id: agent.id, issuer: identity.issuer, host: agent.host.id, subject: ada.id };
  for (const [index, capability] of ["assay.validateProposal", "assay.listDomains"].entries()) {
    const verdict = await verify(identity, assay.arrived[index]);
    assert.ok(verdict.kind === "ok");
    assert.deepEqual(verdict.agent, { ...common, mode: "delegated", capability, grant: grants[index] });
  }
  assert.notEqual(assay.arrived[0]?.headers.signature, assay.arrived[1]?.headers.signature);
});

test("an empty argument object reaches Assay as one, signed", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, "assay.buildProposal");
  await identity.execute(agent, "assay.buildProposal", {});
  assert.equal(Buffer.from(assay.arrived[0]?.body ?? []).toString(), "{}");
  assert.equal((await verify(identity, assay.arrived[0])).kind, "ok");
});

test("an altered body, address or claim does not verify", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, "assay.validateProposal");
  await identity.execute(agent, "assay.validateProposal", args);
  const call = assay.arrived[0]!;
  const altered = [
    { ...call, body: Buffer.from("{}") },
    { ...call, targetUri: `${call.targetUri}?a=b` },
    { ...call, rawHeaders: call.rawHeaders.map((value) => (value === agent.id ? "somebody-else" : value)) },
  ];
  const reasons = ["digest-wrong", "signature-wrong", "signature-wrong"];
  for (const [index, request] of altered.entries()) {
    assert.deepEqual(await verify(identity, request), { kind: "refused", reason: reasons[index] });
  }
});

test("after a rotation both keys verify, and a withdrawn one no longer", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, "assay.listDomains");
  const [first] = await publishedIds(identity);
  assert.ok(first !== undefined);
  await identity.execute(agent, "assay.listDomains");
  const second = identity.rotateKeys();
  assert.deepEqual(await publishedIds(identity), [second, first]);
  await identity.execute(agent, "assay.listDomains");
  assert.match(String(assay.arrived[1]?.headers["signature-input"]), new RegExp(`keyid="${second}"`));
  for (const call of assay.arrived) assert.equal((await verify(identity, call)).kind, "ok");

  identity.withdrawKey(first);
  assert.deepEqual(await publishedIds(identity), [second]);
  assert.deepEqual(await verify(identity, assay.arrived[0]), { kind: "refused", reason: "key-unknown" });
  assert.equal((await verify(identity, assay.arrived[1])).kind, "ok");
  assert.throws(() => identity.withdrawKey(second));
  assert.throws(() => identity.withdrawKey(first));
});

test("the JWKS holds Ed25519 keys under their thumbprints, and nothing secret", async () => {
  await using identity = await createIdentity();
  const jwks = (await (await fetch(identity.jwksUrl)).json()) as { readonly keys: readonly { readonly kid: string }[] };
  assert.deepEqual([...keysOf(jwks).keys()], await publishedIds(identity));
  for (const key of jwks.keys) assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x"]);
});

test("a call that a test signs itself verifies too", async () => {
  await using identity = await createIdentity();
  const { issuer } = identity;
  const claims = {
    issuer,
    agent: "a",
    host: "h",
    subject: "s",
    mode: "autonomous",
    capability: "c",
    grant: "g",
  } as const;
  const call = { method: "POST", url: "https://assay.example/api/build", body: "{}", claims };
  const request = { method: call.method, targetUri: call.url, body: Buffer.from(call.body) };
  const rawHeaders = Object.entries(identity.signCall(call)).flat();
  assert.equal((await verify(identity, { ...request, rawHeaders })).kind, "ok");
  const old = Object.entries(identity.signCall(call, new Date(Date.now() - 120_000))).flat();
  assert.deepEqual(await verify(identity, { ...request, rawHeaders: old }), { kind: "refused", reason: "expired" });
});

async function verify({ issuer, jwksUrl }: Identity, request: Omit<Arrived, "headers"> | undefined) {
  assert.ok(request);
  const keys = keysOf(await (await fetch(jwksUrl)).json());
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  return verifyProxyCall(request, { issuer, keyFor: (thumbprint) => keys.get(thumbprint), nowSeconds });
}

async function publishedIds({ jwksUrl }: Identity): Promise<readonly string[]> {
  const { keys } = (await (await fetch(jwksUrl)).json()) as { readonly keys: readonly { readonly kid: string }[] };
  return keys.map(({ kid }) => kid);
}
