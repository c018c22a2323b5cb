import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits, type OperationId, type ProblemCode, type ProblemDocument } from "@assay/contract";
import { bearer, createJunkKey, sharedService } from "../auth/start-service-with-identity.ts";
import { assertRefused, post, readResult, toolCall } from "../mcp/rpc.ts";
import type { OperationCall } from "./call-operation.ts";
import { createEnvelope } from "./create-envelope.ts";

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

/** A request that is refused before its content is checked, over HTTP and over MCP. */
interface Refusal {
  readonly status: number;
  readonly code: ProblemCode;
  /** The JSON-RPC error code. */
  readonly rpc: number;
  /** Turns a valid request, or a valid MCP message, into the body to send. Default: it is sent unchanged. */
  readonly body?: (text: string) => string | Uint8Array;
  readonly headers?: NonNullable<OperationCall["headers"]>;
}

const malformed = { status: 400, code: "malformed-json", rpc: -32700 } as const;
const ambiguous = { status: 400, code: "ambiguous-json", rpc: -32700 } as const;
const tooLarge = { status: 413, code: "body-too-large", rpc: -32600 } as const;
const unsupportedType = { status: 415, code: "unsupported-media-type", rpc: -32600 } as const;
const invalidCredentials = { status: 401, code: "invalid-credentials", rpc: 401 } as const;
const insertFirst = (member: string) => (text: string) => text.replace("{", `{${member},`);
const padTooLong = (text: string) => text.padEnd(limits.bodyBytes + 1);

const refusals: { readonly [title: string]: Refusal } = {
  "a truncated body": { ...malformed, body: (text) => text.slice(0, -1) },
  "an empty body": { ...malformed, body: () => "" },
  "a body that is not UTF-8": { ...malformed, body: (text) => Buffer.from(insertFirst('"é":1')(text), "latin1") },
  "a duplicate property": { ...ambiguous, body: insertFirst('"a":1,"\\u0061":2') },
  "a body that is nested too deeply": {
    status: 400,
    code: "json-too-deep",
    rpc: -32700,
    body: insertFirst(`"a":${"[".repeat(35)}${"]".repeat(35)}`),
  },
  "a body of 65,537 bytes": { ...tooLarge, body: padTooLong },
  "a chunked body of 65,537 bytes": {
    ...tooLarge,
    body: padTooLong,
    headers: { "transfer-encoding": "chunked", "content-length": [] },
  },
  "a body without a content type": { ...unsupportedType, headers: { "content-type": [] } },
  "a form instead of JSON": { ...unsupportedType, headers: { "content-type": "application/x-www-form-urlencoded" } },
  "JSON in another charset": { ...unsupportedType, headers: { "content-type": "application/json; charset=utf-16" } },
  "a media type based on JSON": { ...unsupportedType, headers: { "content-type": "application/merge-patch+json" } },
  "a compressed body": { ...unsupportedType, headers: { "content-encoding": "gzip" } },
  "a call without a key": { status: 401, code: "missing-credentials", rpc: 401, headers: { authorization: [] } },
  "a call with an unknown key": { ...invalidCredentials, headers: bearer(createJunkKey()) },
  "a call with another kind of credentials": { ...invalidCredentials, headers: { authorization: "Basic YTpi" } },
};

for (const [title, { status, code, rpc, body = (text: string) => text, headers }] of Object.entries(refusals)) {
  test(`${title} is answered with ${status} ${code}, over HTTP and over MCP`, async () => {
    const valid = { "content-type": "application/json", ...bearer(key) };
    const httpCall = { headers: { ...valid, ...headers }, body: body(JSON.stringify(createEnvelope())) };
    const answer = await service().call("validateProposal", httpCall);
    assert.deepEqual([answer.status, answer.json.code], [status, code]);
    const call = JSON.stringify(toolCall("validateProposal", createEnvelope()));
    const id = rpc === 401 ? 1 : null;
    assertRefused(await post(service().url, body(call), { headers: httpCall.headers }), status, code, rpc, id);
  });
}

test("one answer has the place of every comment and trailing comma, and of the first other error", async () => {
  const body = '{\n  // one\n  "candidate": { "tags": [1,], /* two */ "id": oops }\n}';
  const { json } = await service().call("validateProposal", { headers: bearer(key), body });
  const errors = [json.errors ?? []].flat() as readonly { readonly path: string; readonly message: string }[];
  const places = errors.map(({ path, message }) => `${/^Line \d+, column \d+/.exec(message)} ${path}`);
  assert.deepEqual(places, [
    "Line 2, column 3 ",
    "Line 3, column 29 /candidate/tags/1",
    "Line 3, column 32 /candidate",
    "Line 3, column 48 /candidate/id",
  ]);
});

const createErrors = (...paths: string[]) =>
  ({ errors: paths.map((path) => ({ path })) }) as unknown as ProblemDocument;
const servedDomain = { targetProduct: "datamint", domainId: "generator-option" };

/** Requests that get no verdict, and the expected properties of the problem. */
const refusedRequests: {
  readonly [title: string]: readonly [ProblemCode, body: JsonObject, expected: Partial<ProblemDocument>];
} = {
  "an empty request": ["invalid-envelope", {}, createErrors("/targetProduct", "/domainId", "/candidate")],
  "a misspelled domain": [
    "unknown-domain",
    createEnvelope({ domainId: "Generator_Option" }),
    { supported: [servedDomain], didYouMean: servedDomain },
  ],
};

for (const [title, [code, body, expected]] of Object.entries(refusedRequests)) {
  test(`${title} is answered with 422 ${code}, over HTTP and over MCP`, async () => {
    const rest = await service().call("buildProposal", { headers: bearer(key), body });
    assert.deepEqual([rest.status, rest.json.code], [422, code]);
    assert.partialDeepStrictEqual(rest.json, expected);
    const { json } = await post(service().url, toolCall("buildProposal", body), { headers: bearer(key) });
    assert.equal(json.result.isError, true);
    assert.partialDeepStrictEqual(readResult(json.result), { status: 422, code, ...expected });
  });
}

/** Requests that are refused because of their request line or headers. */
const refusedHeads: {
  readonly [title: string]: readonly [OperationId, OperationCall, status: number, ProblemCode, allow?: string];
} = {
  "a URL of more than 2,048 characters": ["validateProposal", { query: `x=${"x".repeat(2_048)}` }, 414, "uri-too-long"],
  "a request with two Authorization headers": [
    "buildProposal",
    { body: createEnvelope(), headers: { authorization: ["Bearer one", "Bearer two"] } },
    400,
    "bad-request",
  ],
  "POST for an operation that takes GET": ["listDomains", { method: "POST" }, 405, "method-not-allowed", "GET, HEAD"],
  "GET for an operation that takes POST": ["buildProposal", { method: "GET" }, 405, "method-not-allowed", "POST"],
  "PATCH with a body that is too large": [
    "validateProposal",
    { method: "PATCH", body: padTooLong("") },
    405,
    "method-not-allowed",
    "POST",
  ],
};

for (const [title, [operation, call, status, code, allow]] of Object.entries(refusedHeads)) {
  test(`${title} is answered with ${status} ${code}`, async () => {
    const answer = await service().call(operation, call);
    assert.deepEqual([answer.status, answer.json.code, answer.headers.allow], [status, code, allow]);
  });
}
