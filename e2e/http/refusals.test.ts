import assert from "node:assert/strict";
import { test } from "node:test";
import { limits, type OperationId, type ProblemCode, type ProblemDocument } from "@assay/contract";
import { anEnvelope, type Sent, sharedService } from "./service.ts";

/** A request that gets no verdict: what is sent, the code, and what more the answer says. */
interface Refusal {
  readonly code: ProblemCode;
  readonly sent: Sent;
  readonly says?: Partial<ProblemDocument>;
  readonly allow?: string;
}

type Table = { readonly [status: number]: { readonly [title: string]: Refusal } };

const envelope = JSON.stringify(anEnvelope());
const inside = envelope.slice(1, -1);
const wrong = (...paths: string[]) => ({ errors: paths.map((path) => ({ path })) }) as unknown as ProblemDocument;
const served = { targetProduct: "datamint", domainId: "generator-option" };
const longQuery = `x=${"x".repeat(2_048)}`;
const manyHeaders = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "1"]));

const refusedHeads: Table = {
  414: {
    "an address of more than 2,048 characters": { code: "uri-too-long", sent: { query: longQuery } },
  },
  431: {
    "a request with more than 100 headers": { code: "headers-too-large", sent: { headers: manyHeaders(101) } },
    "a header of more than 8 KiB": { code: "headers-too-large", sent: { headers: { "x-long": "x".repeat(9_000) } } },
  },
};

const refusedGets: Table = {
  ...refusedHeads,
  400: {
    "a body on GET": { code: "bad-request", sent: { body: "{}" } },
    "a request with two Authorization headers": {
      code: "bad-request",
      sent: { headers: { authorization: ["Bearer one", "Bearer two"] } },
    },
  },
  405: {
    "POST where GET belongs": { code: "method-not-allowed", sent: { method: "POST" }, allow: "GET, HEAD" },
    "PUT with a body that is not JSON": {
      code: "method-not-allowed",
      sent: { method: "PUT", body: "a=1", headers: { "content-type": "text/plain" } },
      allow: "GET, HEAD",
    },
    DELETE: { code: "method-not-allowed", sent: { method: "DELETE" }, allow: "GET, HEAD" },
    "OPTIONS where no origin is allowed": {
      code: "method-not-allowed",
      sent: { method: "OPTIONS", headers: { origin: "https://page.example" } },
      allow: "GET, HEAD",
    },
  },
};

const refusedPosts: Table = {
  ...refusedHeads,
  400: {
    "a body that is not JSON": { code: "malformed-json", sent: { body: '{"targetProduct": datamint}' } },
    "a body that ends too early": { code: "malformed-json", sent: { body: envelope.slice(0, -1) } },
    "an empty body": { code: "malformed-json", sent: { body: "" } },
    "a byte order mark": { code: "malformed-json", sent: { body: `\ufeff${envelope}` } },
    "a body that is not UTF-8": { code: "malformed-json", sent: { body: Buffer.from(`{${inside},"é":1}`, "latin1") } },
    "a number beyond every double": {
      code: "malformed-json",
      sent: { body: `{"candidate":{"n":1e999}}` },
      says: wrong("/candidate/n"),
    },
    "a member that stands twice": {
      code: "ambiguous-json",
      sent: { body: `{${inside},"candidate":{"owner":1,"owner":2}}` },
    },
    "a member of the candidate that stands twice": {
      code: "ambiguous-json",
      sent: { body: `{"candidate":{"owner":{"kind":"human","kind":"agent"}}}` },
      says: wrong("/candidate/owner/kind"),
    },
    "half of a surrogate pair": {
      code: "ambiguous-json",
      sent: { body: `{"candidate":{"generatorName":"\\ud800"}}` },
      says: wrong("/candidate/generatorName"),
    },
    "a number that does not survive being read": {
      code: "ambiguous-json",
      sent: { body: `{"candidate":{"n":9007199254740993}}` },
      says: wrong("/candidate/n"),
    },
    "a body that nests 33 levels deep": {
      code: "json-too-deep",
      sent: { body: `{"candidate":${'{"a":'.repeat(32)}1${"}".repeat(33)}` },
    },
    "a request with two Authorization headers": {
      code: "bad-request",
      sent: { body: anEnvelope(), headers: { authorization: ["Bearer one", "Bearer two"] } },
    },
  },
  405: {
    "GET where POST belongs": { code: "method-not-allowed", sent: { method: "GET" }, allow: "POST" },
    "PUT of something that is not JSON": {
      code: "method-not-allowed",
      sent: { method: "PUT", body: "a=1", headers: { "content-type": "text/plain" } },
      allow: "POST",
    },
    "PATCH with too large a body": {
      code: "method-not-allowed",
      sent: { method: "PATCH", body: " ".repeat(limits.bodyBytes + 1) },
      allow: "POST",
    },
  },
  413: {
    "a body of one byte more than 65,536": {
      code: "body-too-large",
      sent: { body: envelope.padEnd(limits.bodyBytes + 1) },
    },
    "a chunked body of one byte more than 65,536": {
      code: "body-too-large",
      sent: {
        body: envelope.padEnd(limits.bodyBytes + 1),
        headers: { "transfer-encoding": "chunked", "content-length": [] },
      },
    },
  },
  415: {
    "a body without a content type": {
      code: "unsupported-media-type",
      sent: { body: envelope, headers: { "content-type": [] } },
    },
    "a form": {
      code: "unsupported-media-type",
      sent: { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
    },
    "JSON in another character set": {
      code: "unsupported-media-type",
      sent: { body: envelope, headers: { "content-type": "application/json; charset=utf-16" } },
    },
    "a relative of JSON": {
      code: "unsupported-media-type",
      sent: { body: envelope, headers: { "content-type": "application/merge-patch+json" } },
    },
    "a compressed body": {
      code: "unsupported-media-type",
      sent: { body: envelope, headers: { "content-encoding": "gzip" } },
    },
  },
  422: {
    "a list instead of an envelope": { code: "invalid-envelope", sent: { body: "[]" }, says: wrong("") },
    "an envelope without anything": {
      code: "invalid-envelope",
      sent: { body: "{}" },
      says: wrong("/targetProduct", "/domainId", "/candidate"),
    },
    "an unknown member of the envelope": {
      code: "invalid-envelope",
      sent: { body: anEnvelope({ canditate: {} }) },
      says: wrong(""),
    },
    "an option of the wrong type, and one that is unknown": {
      code: "invalid-envelope",
      sent: { body: anEnvelope({ options: { fixes: "yes", upcomming: true } }) },
      says: wrong("/options", "/options/fixes"),
    },
    "a member named __proto__": {
      code: "invalid-envelope",
      sent: { body: `{${inside},"__proto__":{"candidate":{}}}` },
      says: wrong(""),
    },
    "a product that is not served": {
      code: "unknown-domain",
      sent: { body: anEnvelope({ targetProduct: "no-such-product", domainId: "nothing" }) },
      says: { supported: [served] },
    },
    "a domain with a slip": {
      code: "unknown-domain",
      sent: { body: anEnvelope({ domainId: "Generator_Option" }) },
      says: { supported: [served], didYouMean: served },
    },
  },
};

const refusals: { readonly [operation in OperationId]: Table } = {
  listDomains: refusedGets,
  validateProposal: refusedPosts,
  buildProposal: refusedPosts,
};

const service = sharedService();

for (const [operation, table] of Object.entries(refusals) as [OperationId, Table][]) {
  for (const [status, refused] of Object.entries(table)) {
    for (const [title, { code, sent, says = {}, allow }] of Object.entries(refused)) {
      test(`${operation}: ${title} is answered ${status} ${code}`, async () => {
        const answer = await service().call(operation, sent);
        assert.equal(answer.status, Number(status), answer.body);
        assert.equal(answer.json.code, code);
        assert.partialDeepStrictEqual(answer.json, says);
        assert.equal(answer.headers.allow, allow);
        assert.equal((await service().call("listDomains")).status, 200);
      });
    }
  }
}
