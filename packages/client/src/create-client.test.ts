import assert from "node:assert/strict";
import { test } from "node:test";
import { limits, operations } from "@assay/contract";
import { AssayError } from "./assay-error.ts";
import { createClient } from "./create-client.ts";
import type { ClientOptions } from "./read-options.ts";

const key = "ai_0123456789";
const request = { targetProduct: "datamint", domainId: "generator-option", candidate: { generatorId: "card" } };
const verdict = {
  valid: false,
  summary: "1 error.",
  diagnostics: [{ code: "field.missing", severity: "error", path: "/x", message: "Missing.", needs: "ask" }],
  specPackage: { version: "1.0.0", digest: "sha256:0" },
  registry: { revision: "1", idStatus: "free" },
};
/** Creates a copy of the verdict whose diagnostic also has these members. */
const extendDiagnostic = (members: object) => ({
  ...verdict,
  diagnostics: verdict.diagnostics.map((diagnostic) => ({ ...diagnostic, ...members })),
});
const tooManyDiagnostics = Array(limits.diagnostics + 1).fill(verdict.diagnostics[0]);
const built = {
  ...verdict,
  valid: true,
  diagnostics: [],
  proposalPackage: { format: "proposal-package/v1", candidate: {}, digest: "sha256:0" },
  ownerReview: "# Proposal",
  submission: { url: "https://datamint.example/api/proposals", headers: { "Idempotency-Key": "assay-1" } },
};
const proposal = { id: "1", state: "in-ballot", generatorId: "card" };

/** Creates a client whose requests are recorded in `sent` and answered by `answer`. */
function createTestClient(answer: (url: string) => Response, options: Partial<ClientOptions> = {}) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const client = createClient({
    service: "https://assay.example",
    key,
    products: ["https://datamint.example"],
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return answer(String(url));
    },
    ...options,
  });
  return { client, sent };
}

const respondJson =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status });

test("calls each operation with the method and path in the contract", async () => {
  const { client, sent } = createTestClient((url) =>
    Response.json(url.endsWith("domains") ? { domains: [] } : verdict),
  );
  await client.listDomains();
  await client.validate(request);
  await client.build(request);
  assert.deepEqual(
    sent.map(({ url, init: { method } }) => [method, url]),
    [operations.listDomains, operations.validateProposal, operations.buildProposal].map(({ method, path }) => [
      method,
      `https://assay.example${path}`,
    ]),
  );
  assert.equal(sent[1]?.init.body, JSON.stringify(request));
});

test("every request sends the key, follows no redirects, and sets no option that an edge runtime rejects", async () => {
  const { client, sent } = createTestClient((url) =>
    Response.json(url.includes("datamint") ? { proposal, proposals: [] } : built),
  );
  await client.build(request);
  await client.submit(await client.build(request).then((result) => (result.valid ? result : assert.fail())));
  await client.listProposals("https://datamint.example/api/proposals");
  assert.equal(sent.length, 4);
  for (const { init } of sent) {
    assert.equal(new Headers(init.headers).get("authorization"), `Bearer ${key}`);
    assert.equal(init.redirect, "manual");
    assert.deepEqual(
      Object.keys(init).filter((name) => !["method", "headers", "body", "redirect", "signal"].includes(name)),
      [],
    );
  }
});

test("sends no Authorization header without a key", async () => {
  const { client, sent } = createTestClient(respondJson({ domains: [] }), { key: undefined });
  await client.listDomains();
  assert.equal(new Headers(sent[0]?.init.headers).has("authorization"), false);
});

test("fetches a public document from the service without the key, unchanged, and retries like any call", async () => {
  const body = new Uint8Array([0x7b, 0xff]);
  const answers = [new Response("", { status: 503, headers: { "retry-after": "0" } }), new Response(body)];
  const { client, sent } = createTestClient(() => answers.shift() ?? assert.fail());
  assert.deepEqual(await client.fetchPublic("https://other.example/x.json"), body);
  assert.equal(sent.length, 2);
  for (const { url, init } of sent) {
    assert.equal(url, "https://assay.example/https://other.example/x.json");
    assert.equal(new Headers(init.headers).has("authorization"), false);
  }
});

test("keeps members and values that are newer than this client", async () => {
  const [diagnostic] = verdict.diagnostics;
  const newer = {
    ...verdict,
    added: 1,
    diagnostics: [{ ...diagnostic, code: "new.code", severity: "hint", needs: "a-vote" }],
  };
  const { client } = createTestClient(respondJson(newer));
  assert.deepEqual(await client.validate(request), newer);
});

test("submits a package with its Idempotency-Key, and reports whether the proposal was created", async () => {
  for (const status of [200, 201]) {
    const { client, sent } = createTestClient(respondJson({ proposal, added: 1 }, status));
    const result = await client.submit(built as never);
    assert.deepEqual(result, { valid: true, created: status === 201, proposal, added: 1 });
    assert.equal(new Headers(sent[0]?.init.headers).get("idempotency-key"), "assay-1");
    assert.equal(sent[0]?.init.body, JSON.stringify({ proposalPackage: built.proposalPackage }));
  }
});

test("returns the verdict of a product that finds the submission invalid", async () => {
  const { client } = createTestClient(respondJson(verdict, 422));
  assert.deepEqual(await client.submit(built as never), verdict);
});

test("an unreadable answer to a submission is an error that advises submitting again", async () => {
  const { client } = createTestClient(() => new Response("<html>"));
  await assert.rejects(client.submit(built as never), ({ code, detail }: AssayError) => {
    assert.match(detail, /Submit the same package again/);
    return code === "unexpected-answer";
  });
});

for (const url of [
  "https://evil.example/api/proposals",
  "http://datamint.example/api/proposals",
  "https://datamint.example:8443/api/proposals",
  "https://datamint.example.evil.example/",
  "https://assay.example/api/proposals",
]) {
  test(`sends nothing to ${url}, and the error contains the option to add`, async () => {
    const { client, sent } = createTestClient(respondJson({}));
    const line = `products: ["${new URL(url).origin}"]`;
    const isRefused = ({ code, detail, retryable }: AssayError) =>
      code === "origin-not-named" && detail.includes(line) && !retryable;
    await assert.rejects(client.submit({ ...built, submission: { ...built.submission, url } } as never), isRefused);
    await assert.rejects(client.listProposals(url), isRefused);
    assert.deepEqual(sent, []);
  });
}

for (const url of [
  "/proposals",
  "javascript:alert(1)",
  "",
  "ftp://datamint.example/",
  "https://a:b@datamint.example/",
  "https://datamint.example@evil.example/",
]) {
  test(`sends nothing to "${url}"`, async () => {
    const { client, sent } = createTestClient(respondJson({}));
    await assert.rejects(client.listProposals(url), { code: "origin-not-named" });
    assert.deepEqual(sent, []);
  });
}

test("refuses to submit an invalid build, or a build whose Idempotency-Key is not a valid header", async () => {
  const { client, sent } = createTestClient(respondJson({}));
  await assert.rejects(client.submit(verdict as never), TypeError);
  const submission = { ...built.submission, headers: { "Idempotency-Key": "a\r\nX-Other: b" } };
  await assert.rejects(client.submit({ ...built, submission } as never), TypeError);
  assert.deepEqual(sent, []);
});

for (const [description, call, answer] of [
  ["a list of domains without domains", "listDomains", {}],
  ["a domain without submissionUrl", "listDomains", { domains: [{ targetProduct: "a", domainId: "b" }] }],
  ["a caller without a subject", "listDomains", { domains: [], caller: { name: "Ada" } }],
  ["a verdict whose valid is a string", "validate", { ...verdict, valid: "true" }],
  ["a verdict without diagnostics", "validate", { ...verdict, diagnostics: undefined }],
  ["a verdict without a registry", "validate", { ...verdict, registry: undefined }],
  ["a diagnostic that is null", "validate", { ...verdict, diagnostics: [null] }],
  ["a verdict with more diagnostics than the limit", "validate", { ...verdict, diagnostics: tooManyDiagnostics }],
  [
    "an upcoming verdict with more diagnostics than the limit",
    "build",
    { ...verdict, upcoming: { version: "2", diagnostics: tooManyDiagnostics } },
  ],
  ["a string instead of a number", "validate", { ...verdict, omitted: "1\u001b[2J" }],
  ["a fix that is not an array", "validate", extendDiagnostic({ fix: {} })],
  ["a fix that contains null", "validate", extendDiagnostic({ fix: [null] })],
  ["a reason that is a number", "validate", extendDiagnostic({ why: 5 })],
  ["paths that are a string", "validate", extendDiagnostic({ paths: "/x" })],
  ["a verdict that inherits valid", "validate", { ["__proto__"]: verdict }],
  ["a valid build without a package", "build", { ...built, proposalPackage: undefined }],
  ["a valid build without an Idempotency-Key", "build", { ...built, submission: { url: "https://x", headers: {} } }],
  ["a string", "build", "valid"],
  ["null", "validate", null],
] as const) {
  test(`refuses ${description} as an unexpected answer`, async () => {
    const { client } = createTestClient(respondJson(answer));
    await assert.rejects(client[call](request as never), { code: "unexpected-answer", status: 200, retryable: false });
  });
}

test("refuses a result that is not UTF-8 as an unexpected answer", async () => {
  const { client } = createTestClient(() => new Response(new Uint8Array([0x22, 0xff, 0x22])));
  await assert.rejects(client.validate(request), { code: "unexpected-answer" });
});

test("accepts an answer of exactly maxAnswerBytes, and refuses a larger answer", async () => {
  const { length } = JSON.stringify(verdict);
  assert.ok(await createTestClient(respondJson(verdict), { maxAnswerBytes: length }).client.validate(request));
  const { client } = createTestClient(respondJson(verdict), { maxAnswerBytes: length - 1 });
  await assert.rejects(client.validate(request), { code: "answer-too-large", retryable: false });
});

test("detects a redirect that a custom fetch has followed", async () => {
  const { client } = createTestClient(() =>
    Object.defineProperty(Response.json(verdict), "redirected", { value: true }),
  );
  await assert.rejects(client.validate(request), { code: "redirected" });
});

for (const [description, cause, ending] of [
  ["a system error code", { code: "ECONNREFUSED" }, "failed (ECONNREFUSED)."],
  ["an OpenSSL error code", { code: "ERR_SSL_SSL/TLSV1_ALERT" }, "failed (ERR_SSL_SSL/TLSV1_ALERT)."],
  ["a message", new Error("bad\u001b port"), "failed (bad\uFFFD port)."],
  ["an empty cause", {}, "failed."],
  ["no cause, as in a browser", undefined, "does not allow this page's origin."],
] as const) {
  test(`explains a connection that fails with ${description}`, async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const { client } = createTestClient(respondJson({}), { fetch, maxAttempts: 1 });
    await assert.rejects(
      client.listDomains(),
      ({ code, detail }: AssayError) => code === "connection-failed" && detail.endsWith(ending),
    );
  });
}

test("errors and clients do not reveal the key when they are printed", async () => {
  const { inspect } = await import("node:util");
  const { client } = createTestClient(respondJson({ code: "internal", detail: "x" }, 500));
  const error = await client.validate(request).catch((reason: unknown) => reason);
  assert.ok(error instanceof AssayError);
  assert.doesNotMatch(inspect([client, error], { depth: 9, showHidden: true }), new RegExp(key));
});

for (const [description, options] of Object.entries({
  "a service that is not a URL": { service: "assay.example" },
  "a service that is not http or https": { service: "ftp://assay.example" },
  "a service with a password": { service: "https://me:secret@assay.example" },
  "a product with a path": { products: ["https://datamint.example/api/proposals"] },
  "a wildcard product": { products: ["*"] },
  "a key with a line break": { key: "ai_secret\n" },
  "an empty key": { key: "" },
  "zero attempts": { maxAttempts: 0 },
  "a timeout that timers do not support": { timeoutMs: 2 ** 31 },
  "an infinite total time": { maxTotalMs: Number.POSITIVE_INFINITY },
})) {
  test(`refuses to create a client with ${description}`, () => {
    assert.throws(
      () => createClient({ service: "https://assay.example", ...options }),
      (error: TypeError) => error instanceof TypeError && !error.message.includes("secret"),
    );
  });
}
