// That Assay itself verifies these calls is for e2e/auth.
import assert from "node:assert/strict";
import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { test } from "node:test";
import { isSignatureError, verifySignature } from "http-message-sig";
import { anAgent } from "../../test/an-agent.ts";
import { type Arrived, startFakeAssay } from "../../test/fake-assay.ts";
import { createIdentity, type Identity } from "./create-identity.ts";

const args = { targetProduct: "datamint", domainId: "generator-option", candidate: { generatorName: "Größe 👍" } };

test("a call for an agent verifies and names whom it is for, with a body and without", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent, grants } = await anAgent(identity, "assay.validateProposal", "assay.listDomains");
  await identity.execute(agent, "assay.validateProposal", args);
  await identity.execute(agent, "assay.listDomains");
  const common = { agent: agent.id, issuer: identity.issuer, host: agent.host.id, subject: ada.id };
  for (const [index, capability] of ["assay.validateProposal", "assay.listDomains"].entries()) {
    const call = assay.arrived[index]!;
    assert.equal(await refusalOf(identity, call), undefined);
    const claims = Object.entries({ ...common, mode: "delegated", capability, grant: grants[index] });
    for (const [name, value] of claims) assert.equal(call.headers[`x-adt-proxy-${name}`], value);
  }
  assert.notEqual(assay.arrived[0]?.headers.signature, assay.arrived[1]?.headers.signature);
});

test("an empty argument object reaches Assay as one, signed", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, "assay.buildProposal");
  await identity.execute(agent, "assay.buildProposal", {});
  assert.equal(Buffer.from(assay.arrived[0]?.body ?? []).toString(), "{}");
  assert.equal(await refusalOf(identity, assay.arrived[0]), undefined);
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
  const refusals = await Promise.all(altered.map((request) => refusalOf(identity, request)));
  assert.deepEqual(refusals, ["digest", "signature", "signature"]);
});

test("after a rotation both keys verify, and a withdrawn one no longer", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, "assay.listDomains");
  const [first] = await publishedIds(identity);
  assert.ok(first !== undefined);
  await identity.execute(agent, "assay.listDomains");
  const second = identity.rotateKeys({ leadSeconds: 0 });
  assert.deepEqual(await publishedIds(identity), [second, first]);
  await identity.execute(agent, "assay.listDomains");
  assert.match(String(assay.arrived[1]?.headers["signature-input"]), new RegExp(`keyid="${second}"`));
  for (const call of assay.arrived) assert.equal(await refusalOf(identity, call), undefined);

  identity.withdrawKey(first);
  assert.deepEqual(await publishedIds(identity), [second]);
  assert.equal(await refusalOf(identity, assay.arrived[0]), "key");
  assert.equal(await refusalOf(identity, assay.arrived[1]), undefined);
  assert.throws(() => identity.withdrawKey(second));
  assert.throws(() => identity.withdrawKey(first));
});

test("a new key is published before it signs", async () => {
  await using assay = await startFakeAssay();
  let now = Date.now();
  await using identity = await createIdentity({ assayUrl: assay.url, now: () => new Date(now) });
  const { agent } = await anAgent(identity, "assay.listDomains");
  const [first] = await publishedIds(identity);
  const second = identity.rotateKeys();
  assert.deepEqual(await publishedIds(identity), [second, first]);
  // Assay fetches the keys every 300 seconds.
  const signedWith = [];
  for (const seconds of [0, 300, 30]) {
    now += seconds * 1_000;
    await identity.execute(agent, "assay.listDomains");
    signedWith.push(/keyid="([^"]+)"/.exec(String(assay.arrived.at(-1)?.headers["signature-input"]))?.[1]);
  }
  assert.deepEqual(signedWith, [first, first, second]);
});

test("the JWKS holds Ed25519 keys under their thumbprints, and nothing secret", async () => {
  await using identity = await createIdentity();
  const keys = await publishedKeys(identity);
  assert.ok(keys.length > 0);
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x"]);
    const { crv, kty, x } = key;
    // RFC 7638: the required members, in this order.
    const thumbprint = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
    assert.deepEqual([crv, kty, key.kid], ["Ed25519", "OKP", thumbprint]);
  }
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
  assert.equal(await refusalOf(identity, { ...request, rawHeaders }), undefined);
  const old = Object.entries(identity.signCall(call, new Date(Date.now() - 120_000))).flat();
  assert.equal(await refusalOf(identity, { ...request, rawHeaders: old }), "signature", "it has expired");
});

type PublishedKey = JsonWebKey & { readonly kid: string };

/** What is wrong with a call, by the keys that the identity service publishes now: nothing, or the first of three. */
async function refusalOf(
  identity: Identity,
  request: Omit<Arrived, "headers"> | undefined,
): Promise<"digest" | "key" | "signature" | undefined> {
  assert.ok(request);
  const { method, targetUri, rawHeaders, body } = request;
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: name.toLowerCase(), value: rawHeaders[index + 1] ?? "" }] : [],
  );
  const header = (wanted: string) => fields.find(({ name }) => name === wanted)?.value;
  const digest = body && `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  if (header("content-digest") !== digest) return "digest";
  const keyId = /;keyid="([^"]+)"/.exec(header("signature-input") ?? "")?.[1];
  const jwk = (await publishedKeys(identity)).find(({ kid }) => kid === keyId);
  if (!jwk) return "key";
  const key = createPublicKey({ format: "jwk", key: jwk });
  const claims = fields.map(({ name }) => name).filter((name) => name.startsWith("x-adt-proxy-"));
  try {
    await verifySignature(
      { kind: "request", method, targetUri, fields },
      {
        label: "adt",
        policy: {
          algorithms: ["ed25519"],
          requiredComponents: ["@method", "@target-uri", ...claims, ...(body ? ["content-digest"] : [])],
          requiredParameters: ["created", "expires", "nonce", "keyid", "alg", "tag"],
        },
        resolveVerifier: () => ({
          algorithm: "ed25519",
          verify: (data, signature) => verify(null, data, key, signature),
        }),
      },
    );
    return undefined;
  } catch (reason) {
    if (isSignatureError(reason)) return "signature";
    throw reason;
  }
}

async function publishedKeys({ jwksUrl }: Identity): Promise<readonly PublishedKey[]> {
  const { keys } = (await (await fetch(jwksUrl)).json()) as { readonly keys: readonly PublishedKey[] };
  return keys;
}

async function publishedIds(identity: Identity): Promise<readonly string[]> {
  return (await publishedKeys(identity)).map(({ kid }) => kid);
}
