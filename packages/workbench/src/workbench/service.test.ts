import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualTime } from "../../test/virtual-time.ts";
import { createService } from "./service.ts";

const canary = "ai_canary-0123456789";
const minute = 60_000;
const domain = { targetProduct: "datamint", domainId: "generator-option" };
const draft = '{ "a": 1.0, "a": 12345678901234567890 }';
const list = { domains: [], caller: { subject: "ada" } };
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
  const request = requests.at(-1);
  assert.equal(request?.address, "/assay/api/build", "the path of the public URL");
  const { method, credentials, cache, referrerPolicy, redirect, body } = request?.init ?? {};
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
  const accept = () => Response.json(list);
  const scenes = [
    ...answers.map((answer) => createScene(answer)),
    ...answers.map((answer) => createScene(accept, answer)),
  ];
  for (const { service, accepted, confirm, requests } of scenes) {
    const confirmation = [await accepted, await confirm()];
    for (const { address, init } of requests) {
      const { headers, ...others } = init;
      assert.equal(new Headers(headers).get("authorization"), `Bearer ${canary}`);
      const seen = JSON.stringify([confirmation, others, address, service]);
      assert.ok(!seen.includes(canary), seen);
    }
  }
  assert.ok(!JSON.stringify(logged.map(({ mock }) => mock.calls)).includes(canary));
});

test("a key is in use once the service has named its owner, and any other answer refuses it with a reason", async () => {
  const problem = { title: "t", detail: "d", status: 401, code: "c", retryable: false };
  const refusals: readonly (() => Response)[] = [
    () => Response.json(problem, { status: 401 }),
    () => Response.json(problem, { status: 429 }),
    // The service lists its domains for anyone while the identity service is unavailable.
    () => Response.json({ domains: [] }),
    () => Response.json({ caller: { subject: 1 } }),
    () => new Response("<!doctype html>"),
    () => {
      throw new TypeError("Failed to fetch");
    },
  ];
  for (const domains of refusals) {
    const { service, accepted, confirm } = createScene(undefined, domains);
    assert.equal(service.caller.value, undefined);
    assert.equal((await accepted).kind, "refused", String(domains));
    assert.equal(service.caller.value, undefined);
    assert.equal((await confirm()).kind, "refused");
  }
  const { service, accepted, requests } = createScene();
  assert.equal((await accepted).kind, "answered");
  assert.equal(service.caller.value, "ada");
  assert.deepEqual(
    requests.map(({ address }) => address),
    ["/assay/api/domains"],
  );
  for (const text of ["two words", "", "ä", "a".repeat(513)])
    assert.equal((await service.setKey(text)).kind, "refused");
  assert.deepEqual([requests.length, service.caller.value], [1, "ada"], "text that cannot be a key replaces no key");
});

test("of two keys, the one entered last is in use, whichever answer arrives first", async () => {
  const answers: ((response: Response) => void)[] = [];
  const service = createService({
    publicUrl: "https://example.com",
    fetch: () => new Promise((resolve) => answers.push(resolve)),
    now: () => 0,
    timers: { runAfter: () => () => {} },
  });
  const both = [service.setKey("first"), service.setKey("second")];
  answers[1]?.(Response.json({ caller: { subject: "ben" } }));
  await both[1];
  answers[0]?.(Response.json({ domains: [] }));
  await both[0];
  assert.equal(service.caller.value, "ben");
});

test("does not send a draft that contains the key", async () => {
  const { service, accepted, requests } = createScene();
  await accepted;
  for (const key of [canary, canary.replace("canary", "can\\u0061ry")]) {
    const confirmation = await service.confirm(domain, `{ "a": "Use ${key}." }`);
    assert.equal(confirmation.kind, "refused");
    assert.ok(!JSON.stringify(confirmation).includes(canary));
  }
  assert.equal(requests.length, 1, "only the key was sent");
});

test("forgets a key after fifteen minutes without use", async () => {
  const { service, accepted, confirm, time } = createScene();
  await accepted;
  await time.advance(14 * minute);
  await confirm();
  await time.advance(14 * minute);
  assert.equal(service.caller.value, "ada");
  await time.advance(2 * minute);
  assert.equal(service.caller.value, undefined);
  assert.equal((await confirm()).kind, "refused");
});

test("forgets an unused key even if no timer ran because the machine slept", async () => {
  let now = 0;
  const service = createService({
    publicUrl: "https://example.com",
    fetch: async () => Response.json(list),
    now: () => now,
    timers: { runAfter: () => () => {} },
  });
  await service.setKey(canary);
  now = 16 * minute;
  assert.equal((await service.confirm(domain, draft)).kind, "refused");
  assert.equal(service.caller.value, undefined);
});

test("forgets a key that the service rejects later", async () => {
  const problem = { title: "t", detail: "d", status: 401, code: "c", retryable: false };
  const { service, confirm } = createScene(() => Response.json(problem, { status: 401 }));
  assert.deepEqual(await confirm(), { kind: "refused", reason: "t. d" });
  assert.equal(service.caller.value, undefined);
});

/** Enters a key. The service answers builds with `build`, and the request for its domains with `domains`. */
function createScene(build = () => Response.json(verdict), domains = () => Response.json(list)) {
  const requests: { readonly address: string; readonly init: RequestInit }[] = [];
  const time = createVirtualTime();
  const service = createService({
    publicUrl: "https://example.com/assay",
    fetch: async (address, init) => {
      requests.push({ address, init });
      return address.endsWith("/api/domains") ? domains() : build();
    },
    now: time.now,
    timers: time.timers,
  });
  const accepted = service.setKey(canary);
  const confirm = async () => {
    await accepted;
    return service.confirm(domain, draft);
  };
  return { service, accepted, requests, time, confirm };
}
