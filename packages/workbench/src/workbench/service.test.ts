import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualTime } from "../../test/virtual-time.ts";
import { createService } from "./service.ts";

const canary = "ai_canary-0123456789";
const minute = 60_000;
const domain = { targetProduct: "datamint", domainId: "generator-option" };
const draft = '{ "a": 1.0, "a": 12345678901234567890 }';
const verdict = {
  valid: false,
  summary: "1 error.",
  diagnostics: [],
  specPackage: { version: "1.0.0", digest: "sha256:0" },
  registry: { revision: "1", idStatus: "free" },
};

test("refuses answers that do not have the shape of a verdict", async () => {
  const answers = ["<!doctype html>", "null", "[]", "{}", '{"valid":true}', JSON.stringify({ title: 1, detail: 2 })];
  for (const text of answers) {
    for (const status of [200, 500]) {
      const { confirm } = createScene(() => new Response(text, { status }));
      assert.equal((await confirm()).kind, "refused", text);
    }
  }
  assert.deepEqual(await createScene().confirm(), { kind: "answered", result: verdict });
});

test("sends the draft exactly as written, without credentials, cache or referrer", async () => {
  const { confirm, requests } = createScene();
  await confirm();
  const [request] = requests;
  assert.equal(request?.address, "/assay/api/build", "the path of the public URL");
  const { method, credentials, cache, referrerPolicy, redirect, body } = request.init;
  assert.deepEqual(
    { method, credentials, cache, referrerPolicy, redirect },
    { method: "POST", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer", redirect: "error" },
  );
  assert.equal(body, `{"targetProduct":"datamint","domainId":"generator-option","candidate":${draft}}`);
});

test("sends the key in one header, and keeps it out of the address, the body, results, logs and errors", async (t) => {
  const logged = (["log", "info", "warn", "error", "debug"] as const).map((name) => t.mock.method(console, name));
  const echo = Response.json({ title: canary, detail: canary, status: 400, code: "invalid", retryable: false });
  const answers: (() => Response)[] = [
    () => Response.json(verdict),
    () => echo,
    () => Response.json({ ...verdict, summary: `Key ${canary}` }),
    () => {
      throw new TypeError(`Bearer ${canary} is an invalid header value`);
    },
  ];
  for (const answer of answers) {
    const { service, confirm, requests } = createScene(answer);
    const confirmation = await confirm();
    for (const { address, init } of requests) {
      const { headers, ...others } = init;
      assert.equal(new Headers(headers).get("authorization"), `Bearer ${canary}`);
      const seen = JSON.stringify([confirmation, others, address, service]);
      assert.ok(!seen.includes(canary), seen);
    }
  }
  assert.ok(!JSON.stringify(logged.map(({ mock }) => mock.calls)).includes(canary));
});

test("asks for the caller once, after the service has accepted the key, and forgets both together", async () => {
  const { service, confirm, requests } = createScene((address) =>
    Response.json(address.endsWith("/api/domains") ? { caller: { subject: "ada" } } : verdict),
  );
  assert.equal(service.caller.value, undefined);
  await confirm();
  await confirm();
  assert.deepEqual(
    requests.map(({ address }) => address.replace("/assay/api/", "")),
    ["build", "domains", "build"],
  );
  assert.equal(service.caller.value, "ada");
  assert.equal(service.setKey("another"), true);
  assert.equal(service.caller.value, undefined);
});

test("does not send a draft that contains the key", async () => {
  const { service, requests } = createScene();
  for (const key of [canary, canary.replace("canary", "can\\u0061ry")]) {
    const confirmation = await service.confirm(domain, `{ "a": "Use ${key}." }`);
    assert.equal(confirmation.kind, "refused");
    assert.ok(!JSON.stringify(confirmation).includes(canary));
  }
  assert.deepEqual(requests, []);
});

test("forgets a key after fifteen minutes without use", async () => {
  const { service, confirm, time } = createScene();
  await time.advance(14 * minute);
  await confirm();
  await time.advance(14 * minute);
  assert.equal(service.hasKey.value, true);
  await time.advance(2 * minute);
  assert.equal(service.hasKey.value, false);
  assert.equal((await confirm()).kind, "refused");
});

test("forgets an unused key even if no timer ran because the machine slept", async () => {
  let now = 0;
  const service = createService({
    publicUrl: "https://example.com",
    fetch: async () => assert.fail(),
    now: () => now,
    timers: { runAfter: () => () => {} },
  });
  service.setKey(canary);
  now = 16 * minute;
  assert.equal((await service.confirm(domain, draft)).kind, "refused");
  assert.equal(service.hasKey.value, false);
});

test("forgets a key that the service rejects", async () => {
  const problem = { title: "t", detail: "d", status: 401, code: "c", retryable: false };
  const { service, confirm } = createScene(() => Response.json(problem, { status: 401 }));
  assert.deepEqual(await confirm(), { kind: "refused", reason: "t. d" });
  assert.equal(service.hasKey.value, false);
});

function createScene(answer: (address: string) => Response = () => Response.json(verdict)) {
  const requests: { readonly address: string; readonly init: RequestInit }[] = [];
  const time = createVirtualTime();
  const service = createService({
    publicUrl: "https://example.com/assay",
    fetch: async (address, init) => {
      requests.push({ address, init });
      return answer(address);
    },
    now: time.now,
    timers: time.timers,
  });
  assert.equal(service.setKey(canary), true);
  return { service, requests, time, confirm: () => service.confirm(domain, draft) };
}
