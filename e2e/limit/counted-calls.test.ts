import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer, createJunkKey, type Service, startService } from "../auth/start-service-with-identity.ts";
import type { OperationCall } from "../http/call-operation.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { createAddress, forwardFor, readRateLimit, trustedProxies } from "./forward-for.ts";

let service: Service;
let key: string;
before(async () => {
  service = await startService({ app: { limit: { calls: 20, windowSeconds: 60 }, trustedProxies } });
  key = await service.createKey();
});
after(() => service[Symbol.asyncDispose]());

const calls: { readonly [title: string]: readonly [number, () => OperationCall] } = {
  "a valid call": [200, () => ({ headers: bearer(key), body: createEnvelope() })],
  "a call without a key": [401, () => ({ body: createEnvelope() })],
  "a call with an unknown key": [401, () => ({ headers: bearer(createJunkKey()), body: createEnvelope() })],
  "a call with two keys": [
    400,
    () => ({ headers: { authorization: ["Bearer a", "Bearer b"] }, body: createEnvelope() }),
  ],
  "a body that is not JSON": [400, () => ({ headers: bearer(key), body: "{" })],
  "a body of an unsupported type": [
    415,
    () => ({ headers: { ...bearer(key), "content-type": "text/plain" }, body: "x" }),
  ],
  "a body that is too large": [413, () => ({ headers: bearer(key), body: "x".repeat(65_537) })],
  "a body that is not a request": [422, () => ({ headers: bearer(key), body: { no: 1 } })],
};
for (const [title, [status, createCall]] of Object.entries(calls)) {
  test(`${title} (${status}) counts as one call for its address, and the answer states how many are left`, async () => {
    const address = createAddress();
    const answer = await service.call("validateProposal", forwardFor(address, createCall()));
    assert.equal(answer.status, status);
    assert.equal(answer.headers["ratelimit-policy"], '"calls";q=20;w=60');
    assert.deepEqual(readRateLimit(answer), { left: 19, seconds: 60 });
    assert.equal(readRateLimit(await service.call("listDomains", forwardFor(address))).left, 18);
  });
}

test("requests for pages, for unknown paths and with disallowed methods do not count as calls", async () => {
  const address = createAddress();
  const headers = { "x-forwarded-for": address };
  const unknownPath = await fetch(`${service.url}/api/nowhere`, { headers });
  assert.deepEqual([unknownPath.status, unknownPath.headers.get("ratelimit")], [404, null]);
  const put = await service.call("validateProposal", forwardFor(address, { method: "PUT" }));
  assert.deepEqual([put.status, put.headers.ratelimit], [405, undefined]);
  const page = await fetch(`${service.url}/llms.txt`, { headers });
  assert.deepEqual([page.status, page.headers.get("ratelimit")], [200, null]);
  assert.equal(readRateLimit(await service.call("listDomains", forwardFor(address))).left, 19);
});

test("all operations share a limit of twenty calls, and the next call is refused before its key is checked", async () => {
  const address = createAddress();
  const operations = ["validateProposal", "buildProposal", "listDomains"] as const;
  const validCall = forwardFor(address, { headers: bearer(key), body: createEnvelope() });
  for (let call = 0; call < 20; call += 1) {
    const operation = operations[call % 3] ?? "listDomains";
    const answer = await service.call(operation, operation === "listDomains" ? forwardFor(address) : validCall);
    assert.deepEqual([answer.status, readRateLimit(answer).left], [200, 19 - call]);
  }
  const introspections = service.identity.countIntrospections();
  for (const refused of [
    await service.call("validateProposal", validCall),
    await service.call("buildProposal", forwardFor(address, { headers: bearer(createJunkKey()), body: "{" })),
    await service.call("listDomains", forwardFor(address)),
  ]) {
    assert.deepEqual([refused.status, refused.json.code], [429, "rate-limited"]);
    assert.equal(refused.headers["ratelimit-policy"], '"calls";q=20;w=60');
    const { left, seconds } = readRateLimit(refused);
    assert.equal(left, 0);
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.equal(refused.headers["retry-after"], String(seconds));
    assert.equal(refused.json.retryable, true);
  }
  assert.equal(service.identity.countIntrospections(), introspections);
});

test("pages need no key, but after 300 requests in a minute an address gets 503 with Retry-After", async () => {
  const headers = { "x-forwarded-for": createAddress() };
  const fetchPage = (path: string) => fetch(`${service.url}${path}`, { headers });
  for (let request = 0; request < 100; request += 1) {
    for (const path of ["/llms.txt", "/openapi.json", "/api/nowhere"]) await (await fetchPage(path)).arrayBuffer();
  }
  for (const path of ["/llms.txt", "/api/nowhere"]) {
    const refused = await fetchPage(path);
    const { code, retryAfterSeconds } = (await refused.json()) as { code: string; retryAfterSeconds: number };
    assert.deepEqual([refused.status, code], [503, "overloaded"]);
    assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 60);
    assert.equal(refused.headers.get("retry-after"), String(retryAfterSeconds));
  }
  assert.equal((await fetchPage("/api/domains")).status, 200, "calls are counted separately");
  const metrics = await (await fetch(`${service.app.operatorUrl}/metrics`)).text();
  assert.match(metrics, /^assay_overloaded_total 2$/m);
  const otherHeaders = { "x-forwarded-for": createAddress() };
  assert.equal((await fetch(`${service.url}/llms.txt`, { headers: otherHeaders })).status, 200);
});
