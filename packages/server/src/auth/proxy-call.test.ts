import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { runs, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import {
  issuer,
  type SignedCall,
  type SigningOptions,
  signedCall,
  testKey,
  testKeyId,
} from "@assay/testing/services/proxy-calls";
import { findClaims, isProxyCall, type ProxyRefusal, readProxyCall } from "./proxy-call.ts";
import { computeThumbprint, readJwks } from "./read-jwks.ts";

const now = 1_794_614_400;
const { x = "" } = createPublicKey(testKey).export({ format: "jwk" });
const keys = readJwks({ keys: [{ kty: "OKP", crv: "Ed25519", x, kid: "whatever the set says" }] });

const frozen: SignedCall = {
  method: "POST",
  targetUri: "https://assay.example/api/validate",
  rawHeaders: [
    ...["content-type", "application/json"],
    ...["content-digest", "sha-256=:2JV0ezxwltykq4uRzy/6h17WOYf88h1C1lw2ocnLE3w=:"],
    ...["x-adt-proxy-issuer", "https://id.example", "x-adt-proxy-agent", "agt_7Qm2", "x-adt-proxy-host", "hst_91xK"],
    ...["x-adt-proxy-subject", "usr_ada", "x-adt-proxy-mode", "delegated"],
    ...["x-adt-proxy-capability", "assay.validateProposal", "x-adt-proxy-grant", "grt_5tF0"],
    "signature-input",
    'adt=("@method" "@target-uri" "x-adt-proxy-issuer" "x-adt-proxy-agent" "x-adt-proxy-host" "x-adt-proxy-subject" "x-adt-proxy-mode" "x-adt-proxy-capability" "x-adt-proxy-grant" "content-type" "content-digest");created=1794614400;expires=1794614460;nonce="bm9uY2UtZml4ZWQtMDAwMQ";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";tag="adt-proxy/1"',
    "signature",
    "adt=:9Q4H5lPPOq94SUsBcCts/AQfLLfWsBkyPebNACtfkvehRAn6kceq5DNHeWHNXjvvHQUQutiXfCnlxtSnVCHqBQ==:",
  ],
  body: Buffer.from('{"targetProduct":"demo","domainId":"generator-option","candidate":{"generatorId":"orchid"}}'),
};

async function verify({ body, ...head }: SignedCall, known = keys) {
  const call = readProxyCall({ ...head, takesBody: body !== undefined }, { issuer, nowSeconds: () => now });
  if (call.kind === "refused") return call;
  const key = known.get(call.keyId);
  return key ? await call.verify(key) : ({ kind: "refused", reason: "key-unknown" } as const);
}

async function findRefusal(call: SignedCall, known = keys): Promise<ProxyRefusal | "digest-wrong" | "accepted"> {
  const verdict = await verify(call, known);
  if (verdict.kind === "refused") return verdict.reason;
  assert.equal(verdict.kind, "ok");
  return call.body && !verdict.isBody(call.body) ? "digest-wrong" : "accepted";
}

test("verifies the frozen test vector, and returns its agent", async () => {
  assert.equal(computeThumbprint(x), testKeyId);
  const call = readProxyCall({ ...frozen, takesBody: true }, { issuer, nowSeconds: () => now });
  assert.partialDeepStrictEqual(call, { kind: "read", keyId: testKeyId });
  const verdict = await verify(frozen);
  assert.partialDeepStrictEqual(verdict, {
    kind: "ok",
    agent: {
      kind: "agent",
      id: "agt_7Qm2",
      issuer: "https://id.example",
      host: "hst_91xK",
      subject: "usr_ada",
      mode: "delegated",
      capability: "assay.validateProposal",
      grant: "grt_5tF0",
    },
    nonce: "bm9uY2UtZml4ZWQtMDAwMQ",
  });
});

test("verifies a signature without the body, and then compares the body with the signed digest", async () => {
  const verdict = await verify({ ...frozen, body: Buffer.from("anything") });
  assert.equal(verdict.kind, "ok");
  assert.ok(verdict.kind === "ok" && verdict.isBody(frozen.body ?? Buffer.of()));
  assert.ok(!verdict.isBody(Buffer.from("anything")) && !verdict.isBody(Buffer.of()));
  const withoutBody = await verify(signedCall({ body: undefined, method: "GET" }));
  assert.ok(withoutBody.kind === "ok" && !withoutBody.isBody(Buffer.of()), "no body was signed");
});

test("refuses a call in which a single signed byte was changed", async () => {
  const random = createRandom(seed);
  const values = frozen.rawHeaders.filter((_, index) => index % 2 === 1);
  const changeHeader = (header: number, index: number, mask: number): SignedCall => {
    const bytes = Buffer.from(values[header] ?? "", "latin1");
    bytes[index] = (bytes[index] ?? 0) ^ mask;
    return { ...frozen, rawHeaders: frozen.rawHeaders.with(2 * header + 1, bytes.toString("latin1")) };
  };
  const changeBody = (index: number, mask: number): SignedCall => {
    const body = Uint8Array.from(frozen.body ?? []);
    body[index] = (body[index] ?? 0) ^ mask;
    return { ...frozen, body };
  };
  const inHeaders = values.flatMap((value, header) => Array.from(value, (_, index) => changeHeader(header, index, 1)));
  const mutants = [...inHeaders, ...Array.from(frozen.body ?? [], (_, index) => changeBody(index, 1))];
  while (mutants.length < 10 * runs) {
    const header = random.below(values.length + 1);
    const mask = 1 + random.below(127);
    const length = header === values.length ? (frozen.body?.length ?? 0) : (values[header] ?? "").length;
    mutants.push(
      header === values.length
        ? changeBody(random.below(length), mask)
        : changeHeader(header, random.below(length), mask),
    );
  }
  let accepted = 0;
  for (const mutant of mutants) if ((await findRefusal(mutant)) === "accepted") accepted += 1;
  printFigure("signed calls with one byte changed", mutants.length, "100,000 at full scale");
  printFigure("signed calls with one byte changed that were accepted", accepted, 0);
  assert.equal(accepted, 0);
});

const refusals: { readonly [name: string]: readonly [ProxyRefusal, SigningOptions | SignedCall] } = {
  "a different origin": ["signature-wrong", { ...frozen, targetUri: "https://other.example/api/validate" }],
  "an appended query": ["signature-wrong", { ...frozen, targetUri: "https://assay.example/api/validate?x=1" }],
  "a different path": ["signature-wrong", { ...frozen, targetUri: "https://assay.example/api/build" }],
  "a different method": ["signature-wrong", { ...frozen, method: "PUT" }],
  "a signature by a different key": ["signature-wrong", { key: generateKeyPairSync("ed25519").privateKey }],
  "an unknown key id": ["key-unknown", { parameters: { keyid: "A".repeat(43) } }],
  "a different issuer": ["issuer-wrong", { claims: { issuer: "https://evil.example" } }],
  "a signature from the future": ["created-ahead", { now: now + 6 }],
  "an expired signature": ["expired", { now: now - 66 }],
  "a signature with too long a lifetime": ["lifetime-wrong", { parameters: { expires: now + 61 } }],
  "a signature that expires when it is created": ["lifetime-wrong", { parameters: { expires: now } }],
  "a missing nonce": ["parameters-wrong", { parameters: { nonce: undefined } }],
  "a short nonce": ["parameters-wrong", { parameters: { nonce: "abc" } }],
  "a nonce whose first character is invalid": ["parameters-wrong", { parameters: { nonce: `.${"n".repeat(21)}` } }],
  "a nonce whose last character is invalid": ["parameters-wrong", { parameters: { nonce: `${"n".repeat(21)}.` } }],
  "a key id that is too long": ["parameters-wrong", { parameters: { keyid: `${testKeyId}A` } }],
  "a key id with an invalid character": ["parameters-wrong", { parameters: { keyid: `${testKeyId.slice(1)}.` } }],
  "a creation time in quotes": ["parameters-wrong", editHeader("signature-input", /created=(\d+)/, 'created="$1"')],
  "an expiry in quotes": ["parameters-wrong", editHeader("signature-input", /expires=(\d+)/, 'expires="$1"')],
  "a different algorithm": ["parameters-wrong", editHeader("signature-input", "ed25519", "hmac-sha256")],
  "a missing expiry": ["parameters-wrong", { parameters: { expires: undefined } }],
  "a different tag": ["parameters-wrong", { parameters: { tag: "web-bot-auth" } }],
  "an extra parameter": ["parameters-wrong", { parameters: { extra: 1 } }],
  "a different label": ["signature-malformed", { label: "sig1" }],
  "a label before ours": ["signature-malformed", editHeader("signature-input", /^/, 'sig1=("@method");created=1, ')],
  "a label after ours": ["signature-malformed", editHeader("signature-input", /$/, ', sig1=("@method");created=1')],
  "a signature before ours": ["signature-malformed", editHeader("signature", /^/, "sig1=:AAAA:, ")],
  "a signature after ours": ["signature-malformed", editHeader("signature", /$/, ", sig1=:AAAA:")],
  "a signature that is too short": ["signature-malformed", editHeader("signature", /:.*:/, ":AAAA:")],
  "a non-canonical encoding of the signature": ["signature-malformed", editHeader("signature", "BQ==", "BR==")],
  "missing components": ["components-wrong", { components: ["@method", "@target-uri", "content-digest"] }],
  "a method that is not signed": [
    "components-wrong",
    { components: ["@target-uri", ...listComponents().filter((name) => !name.startsWith("@"))] },
  ],
  "an unknown header of the profile": ["header-unknown", addHeader("x-adt-proxy-admin", "true")],
  "a repeated header": ["header-repeated", addHeader("x-adt-proxy-agent", "agt_other")],
  "a repeated header in a different case": ["header-repeated", addHeader("X-ADT-Proxy-Agent", "agt_other")],
  "a second signature": ["header-repeated", addHeader("signature", "adt=:AAAA:")],
  "a second content type": ["header-repeated", addHeader("content-type", "text/plain")],
  "a comma in a header": ["header-malformed", { claims: { agent: "a,b" } }],
  "a mode that does not exist": ["header-malformed", { claims: { mode: "root" } }],
  "an empty claim": ["header-malformed", { claims: { grant: "" } }],
  "a missing claim": ["header-missing", removeHeader("x-adt-proxy-grant")],
  "a missing signature": ["header-missing", removeHeader("signature")],
  "a missing signature input": ["header-missing", removeHeader("signature-input")],
  "a body without a digest": ["digest-missing", removeHeader("content-digest")],
  "a digest before ours": ["digest-missing", editHeader("content-digest", /^/, "sha-512=:AAAA:, ")],
  "a digest after ours": ["digest-missing", editHeader("content-digest", /$/, ", sha-512=:AAAA:")],
  "a body of unknown length where none is expected": [
    "body-unexpected",
    {
      ...signedCall({ body: undefined, method: "GET" }),
      rawHeaders: [...signedCall({ body: undefined, method: "GET" }).rawHeaders, "transfer-encoding", "chunked"],
    },
  ],
  "a body where none is expected": [
    "body-unexpected",
    {
      ...signedCall({ body: undefined, method: "GET" }),
      rawHeaders: [...signedCall({ body: undefined, method: "GET" }).rawHeaders, "content-length", "2"],
    },
  ],
};

for (const [name, [reason, call]] of Object.entries(refusals)) {
  test(`refuses ${name} as ${reason}`, async () => {
    const request = "rawHeaders" in call ? call : signedCall(call);
    assert.equal(await findRefusal(request), reason);
  });
}

test("accepts calls signed with different claims, in a different order or without a body", async () => {
  assert.equal(await findRefusal(signedCall()), "accepted");
  assert.equal(await findRefusal(signedCall({ claims: { mode: "autonomous", agent: "agt_other" } })), "accepted");
  assert.equal(
    await findRefusal(signedCall({ body: undefined, method: "GET", targetUri: "https://assay.example/api/domains" })),
    "accepted",
  );
  assert.equal(await findRefusal(signedCall({ components: listComponents().toReversed() })), "accepted");
  assert.equal(await findRefusal(signedCall({ now: now + 5 })), "accepted");
  assert.equal(await findRefusal(signedCall({ now: now - 65 })), "accepted");
});

test("accepts a Content-Length of 0 where no body is expected, and whitespace around header values", async () => {
  const { rawHeaders, ...call } = signedCall({ body: undefined, method: "GET" });
  assert.equal(await findRefusal({ ...call, rawHeaders: [...rawHeaders, "content-length", "0"] }), "accepted");
  const spaced = rawHeaders.map((text, index) => (index % 2 ? ` ${text}\t` : text));
  assert.equal(await findRefusal({ ...call, rawHeaders: spaced }), "accepted");
});

test("does not report an internal error as a forged call", () => {
  const nowSeconds = () => assert.fail("the clock is broken");
  assert.throws(() => readProxyCall({ ...frozen, takesBody: true }, { issuer, nowSeconds }), /the clock is broken/);
});

test("finds the well-formed claims of a call before it is verified", () => {
  assert.deepEqual(findClaims(frozen.rawHeaders), { issuer: "https://id.example", agent: "agt_7Qm2" });
  assert.deepEqual(findClaims(["X-ADT-Proxy-Agent", " agt_1 ", "x-adt-proxy-host", "h"]), { agent: "agt_1" });
  assert.deepEqual(findClaims(["x-adt-proxy-agent", "a", "X-ADT-Proxy-Agent", "b"]), {});
  assert.deepEqual(findClaims(["x-adt-proxy-agent", "a,b", "x-adt-proxy-issuer", "i".repeat(257)]), {});
  assert.deepEqual(findClaims(["host", "assay.example"]), {});
});

test("accepts several keys at once, and refuses a withdrawn key", async () => {
  const other = generateKeyPairSync("ed25519");
  const { x: otherX = "" } = other.publicKey.export({ format: "jwk" });
  const both = readJwks({
    keys: [
      { kty: "OKP", crv: "Ed25519", x },
      { kty: "OKP", crv: "Ed25519", x: otherX },
    ],
  });
  const signed = signedCall({ key: other.privateKey, parameters: { keyid: computeThumbprint(otherX) } });
  assert.equal(await findRefusal(signed, both), "accepted");
  assert.equal(await findRefusal(signed), "key-unknown");
});

test("reads only well-formed Ed25519 keys from a key set", () => {
  const unusable = [
    null,
    7,
    {},
    { kty: "RSA", n: "x" },
    { kty: "EC", crv: "Ed25519", x },
    { kty: "OKP", crv: "X25519", x },
    { kty: "OKP", crv: "Ed25519", x: "short" },
    { kty: "OKP", crv: "Ed25519", x: `${x}=` },
    { kty: "OKP", crv: "Ed25519", x: `=${x}` },
    { kty: "OKP", crv: "Ed25519", x: [x] },
  ];
  assert.equal(readJwks({ keys: unusable }).size, 0);
  for (const document of [undefined, null, [], {}, { keys: "x" }]) assert.equal(readJwks(document).size, 0);
});

test("treats a request with any header of the profile as a proxy call", () => {
  assert.ok(isProxyCall(["Host", "x", "X-ADT-Proxy-Anything", "1"]));
  assert.ok(!isProxyCall(["Host", "x-adt-proxy-agent", "accept", "*/*"]));
});

function listComponents(): readonly string[] {
  return [
    ...["@method", "@target-uri"],
    ...["issuer", "agent", "host", "subject", "mode", "capability", "grant"].map((name) => `x-adt-proxy-${name}`),
    ...["content-type", "content-digest"],
  ];
}

function addHeader(name: string, value: string): SignedCall {
  return { ...frozen, rawHeaders: [...frozen.rawHeaders, name, value] };
}

function editHeader(name: string, pattern: string | RegExp, replacement: string): SignedCall {
  const index = frozen.rawHeaders.indexOf(name) + 1;
  const value = (frozen.rawHeaders[index] ?? "").replace(pattern, replacement);
  return { ...frozen, rawHeaders: frozen.rawHeaders.with(index, value) };
}

function removeHeader(name: string): SignedCall {
  const index = frozen.rawHeaders.indexOf(name);
  return { ...frozen, rawHeaders: frozen.rawHeaders.toSpliced(index, 2) };
}
