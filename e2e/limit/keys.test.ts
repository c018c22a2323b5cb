import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer, junkKey, type Service, startService } from "../auth/service.ts";
import { anEnvelope, type Sent } from "../http/service.ts";
import { from, newAddress, standing, trustedProxies } from "./from.ts";

let service: Service;
let key: string;
before(async () => {
  service = await startService({ more: { limit: { calls: 20, windowSeconds: 60 }, trustedProxies } });
  key = await service.newKey();
});
after(() => service[Symbol.asyncDispose]());

const refusals: { readonly [title: string]: readonly [number, () => Sent] } = {
  "an answer": [200, () => ({ headers: bearer(key), body: anEnvelope() })],
  "a refusal for want of a key": [401, () => ({ body: anEnvelope() })],
  "a refused key": [401, () => ({ headers: bearer(junkKey()), body: anEnvelope() })],
  "a refusal of two keys": [400, () => ({ headers: { authorization: ["Bearer a", "Bearer b"] }, body: anEnvelope() })],
  "a body that is no JSON": [400, () => ({ headers: bearer(key), body: "{" })],
  "a body of another type": [415, () => ({ headers: { ...bearer(key), "content-type": "text/plain" }, body: "x" })],
  "a body that is too large": [413, () => ({ headers: bearer(key), body: "x".repeat(65_537) })],
  "a body with something else in it": [422, () => ({ headers: bearer(key), body: { no: 1 } })],
};
for (const [title, [status, sent]] of Object.entries(refusals)) {
  test(`${title} (${status}) costs its address one call, and says how many are left`, async () => {
    const address = newAddress();
    const answer = await service.call("validateProposal", from(address, sent()));
    assert.equal(answer.status, status);
    assert.equal(answer.headers["ratelimit-policy"], '"calls";q=20;w=60');
    assert.deepEqual(standing(answer), { left: 19, seconds: 60 });
    assert.equal(standing(await service.call("listDomains", from(address))).left, 18);
  });
}

test("what is not there and what does not answer to a method cost nothing", async () => {
  const address = newAddress();
  const headers = { "x-forwarded-for": address };
  const nowhere = await fetch(`${service.url}/api/nowhere`, { headers });
  assert.deepEqual([nowhere.status, nowhere.headers.get("ratelimit")], [404, null]);
  const wrong = await service.call("validateProposal", from(address, { method: "PUT" }));
  assert.deepEqual([wrong.status, wrong.headers.ratelimit], [405, undefined]);
  const page = await fetch(`${service.url}/llms.txt`, { headers });
  assert.deepEqual([page.status, page.headers.get("ratelimit")], [200, null]);
  assert.equal(standing(await service.call("listDomains", from(address))).left, 19);
});

test("twenty calls are one budget over all operations; the next is refused before anything is looked at", async () => {
  const address = newAddress();
  const operations = ["validateProposal", "buildProposal", "listDomains"] as const;
  const sent = from(address, { headers: bearer(key), body: anEnvelope() });
  for (let call = 0; call < 20; call += 1) {
    const operation = operations[call % 3] ?? "listDomains";
    const answer = await service.call(operation, operation === "listDomains" ? from(address) : sent);
    assert.deepEqual([answer.status, standing(answer).left], [200, 19 - call]);
  }
  const asked = service.identity.introspections();
  for (const refused of [
    await service.call("validateProposal", sent),
    await service.call("buildProposal", from(address, { headers: bearer(junkKey()), body: "{" })),
    await service.call("listDomains", from(address)),
  ]) {
    assert.deepEqual([refused.status, refused.json.code], [429, "rate-limited"]);
    assert.equal(refused.headers["ratelimit-policy"], '"calls";q=20;w=60');
    const { left, seconds } = standing(refused);
    assert.equal(left, 0);
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.equal(refused.headers["retry-after"], String(seconds));
    assert.equal(refused.json.retryable, true);
  }
  assert.equal(service.identity.introspections(), asked);
});

test("pages are open to all, but not to a flood: after 300 in a minute the service asks for patience", async () => {
  const headers = { "x-forwarded-for": newAddress() };
  const ask = (path: string) => fetch(`${service.url}${path}`, { headers });
  for (let request = 0; request < 100; request += 1) {
    for (const path of ["/llms.txt", "/openapi.json", "/api/nowhere"]) await (await ask(path)).arrayBuffer();
  }
  for (const path of ["/llms.txt", "/api/nowhere"]) {
    const refused = await ask(path);
    const { code, retryAfterSeconds } = (await refused.json()) as { code: string; retryAfterSeconds: number };
    assert.deepEqual([refused.status, code], [503, "overloaded"]);
    assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 60);
    assert.equal(refused.headers.get("retry-after"), String(retryAfterSeconds));
  }
  assert.equal((await ask("/api/domains")).status, 200, "calls are counted apart");
  const metrics = await (await fetch(`${service.app.operatorUrl}/metrics`)).text();
  assert.match(metrics, /^assay_overloaded_total 2$/m);
  const others = { "x-forwarded-for": newAddress() };
  assert.equal((await fetch(`${service.url}/llms.txt`, { headers: others })).status, 200);
});
