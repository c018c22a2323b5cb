import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { waitUntil } from "@assay/testing/wait-until";
import { checkProblem } from "../http/check-answer.ts";
import { head } from "../http/raw/raw-case.ts";
import { sendFlood } from "../http/send-flood.ts";
import { anEnvelope, type Called } from "../http/service.ts";
import { bearer, junkKey, type Service, startService } from "./service.ts";

const post = (service: Service, key: string): Promise<Called> =>
  service.call("validateProposal", { headers: bearer(key), body: anEnvelope() });

test("without credentials a caller learns that a key is missing, and where agents get in", async () => {
  await using service = await startService();
  const discoveryUrl = `${service.identity.issuer}/.well-known/agent-configuration`;
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    const answer = await service.call(operation, { body: anEnvelope() });
    assert.deepEqual([answer.status, answer.json.code], [401, "missing-credentials"]);
    const challenge = `Bearer realm="assay", AgentAuth discovery="${discoveryUrl}"`;
    assert.equal(answer.headers["www-authenticate"], challenge);
    assert.equal((await fetch(answer.json.type)).status, 200);
  }
  assert.equal((await fetch(discoveryUrl)).status, 200);
});

test("an issuer whose name ends with a slash is found like any other", async () => {
  const keys = { introspectionUrl: "https://id.example/introspect", clientId: "assay", clientSecret: "secret" };
  const proxy = { issuer: "https://id.example/", jwksUrl: "https://id.example/jwks" };
  await using app = await startApp({ domains: [], keys, proxy });
  const { headers } = await fetch(`${app.url}/api/validate`, { method: "POST" });
  const challenge = 'AgentAuth discovery="https://id.example/.well-known/agent-configuration"';
  assert.ok(headers.get("www-authenticate")?.endsWith(challenge));
});

test("what looks like no key is refused, and the identity service never hears of it", async () => {
  await using service = await startService();
  const good = await service.newKey();
  const before = service.identity.introspections();
  const unlike = [
    ...[
      "",
      "Bearer",
      "Bearer ",
      `Basic ${good}`,
      good,
      `Bearer ${good} ${good}`,
      `Bearer ${good},`,
      `Bearer "${good}"`,
    ],
    ...["Bearer ai_short", `Bearer sk_${"k".repeat(32)}`, `Bearer ai_${"k".repeat(201)}`],
  ];
  for (const authorization of unlike) {
    const answer = await service.call("validateProposal", { headers: { authorization }, body: anEnvelope() });
    assertInvalid(service, answer);
  }
  assert.equal(service.identity.introspections(), before);
  const { status, json } = await service.call("validateProposal", {
    headers: { authorization: [`Bearer ${good}`, `Bearer ${good}`] },
    body: anEnvelope(),
  });
  assert.deepEqual([status, json.code], [400, "bad-request"]);
  assert.equal((await post(service, good)).status, 200);
  const inAnyCase = await service.call("validateProposal", {
    headers: { authorization: `bEARER   ${good}` },
    body: anEnvelope(),
  });
  assert.equal(inAnyCase.status, 200);
});

test("a caller that sends a key in the wrong form learns the right one", async () => {
  await using service = await startService();
  const good = await service.newKey();
  for (const authorization of ["", "Bearer", good, `Basic ${good}`, `Token ${good}`, `Bearer ${good} ${good}`]) {
    const sent = { headers: { authorization }, body: anEnvelope() };
    const { json, body } = await service.call("validateProposal", sent);
    assert.match(json.detail, /Authorization: Bearer ai_\.\.\./, authorization);
    assert.ok(!body.includes(good));
    assert.equal((await service.call("listDomains", { headers: { authorization } })).status, 401);
  }
  assert.doesNotMatch((await post(service, junkKey())).json.detail, /Bearer/);
});

test("an unknown key and one that was revoked are refused with the same words", async () => {
  await using service = await startService();
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  await identity.revokeKey(id);
  service.stopClock();
  const [unknown, revoked] = [await post(service, junkKey()), await post(service, key)];
  for (const answer of [unknown, revoked]) assertInvalid(service, answer);
  assert.deepEqual({ ...unknown.json, requestId: "" }, { ...revoked.json, requestId: "" });
  const asked = identity.introspections();
  assertInvalid(service, await post(service, key));
  assert.equal(identity.introspections(), asked, "it is not asked for again at once");
});

test("a revoked key is refused within its cache time, also one that was just used", async () => {
  await using service = await startService();
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  service.stopClock();
  assert.equal((await post(service, key)).status, 200);
  await identity.revokeKey(id);
  service.pass(29);
  assert.equal((await post(service, key)).status, 200);
  service.pass(2);
  // A key that was good is served while the identity service takes more than a moment to say otherwise.
  const isDone = ({ status }: Called) => status !== 200;
  assertInvalid(
    service,
    await waitUntil("the key is refused", () => post(service, key), { isDone, timeoutMs: 30_000 }),
  );
  await identity.kill();
  service.pass(11);
  const { status, json } = await post(service, key);
  assert.deepEqual([status, json.code], [503, "identity-unavailable"], "it has no grace either");
});

test("a key that is switched on again gets in after ten seconds", async () => {
  await using service = await startService();
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  await identity.enableKey(id, false);
  assertInvalid(service, await post(service, key));
  await identity.enableKey(id, true);
  service.pass(11);
  assert.equal((await post(service, key)).status, 200);
});

test("the list of domains is open; a key that comes with it is checked while that can be done", async () => {
  await using service = await startService();
  const list = (key?: string) => service.call("listDomains", key === undefined ? {} : { headers: bearer(key) });
  const key = await service.newKey();
  assert.deepEqual([(await list()).status, (await list(key)).status], [200, 200]);
  assertInvalid(service, await list(junkKey()));
  assertInvalid(service, await list("short"));
  await service.identity.kill();
  for (const sent of [undefined, key, junkKey(), await service.newKey()]) assert.equal((await list(sent)).status, 200);
  assertInvalid(service, await list("short"));
});

test("many callers who use a new key at the same time are one question to the identity service", async () => {
  await using service = await startService();
  const key = await service.newKey();
  const before = service.identity.introspections();
  const callers = 200;
  const answers = await Promise.all(Array.from({ length: callers }, () => post(service, key)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const asked = service.identity.introspections() - before;
  figure(`introspections for ${callers} concurrent first uses of a key, over sockets`, asked, 1);
  assert.equal(asked, 1);
});

test("10 GiB with a bad key get their 401, and at most 256 KiB of them are read", async () => {
  await using service = await startService();
  // It must not read on while it waits for the identity service.
  service.identity.slow(200);
  const [rounds, mostRead] = [8, 256 * 1_024];
  const read: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const key = round % 2 === 0 ? junkKey() : "garbage";
    const announced = ["Content-Type: application/json", "Content-Length: 10737418240"];
    const sent = head("POST /api/validate HTTP/1.1", `Authorization: Bearer ${key}`, ...announced);
    const { answer, bytesRead } = await sendFlood(service.url, sent, Buffer.alloc(16_384, " "));
    assert.ok(answer, `round ${round}: the answer arrives, though the client is still sending`);
    assert.equal(checkProblem(answer, service.url), "invalid-credentials");
    read.push(bytesRead);
  }
  figure("10 GiB with a bad key: 401 received", read.length, rounds);
  figure("10 GiB with a bad key: bytes read by the server, at most", Math.max(...read), mostRead);
  assert.ok(Math.max(...read) <= mostRead);
});

function assertInvalid({ identity }: Service, { status, json, headers }: Called): void {
  assert.deepEqual([status, json.code], [401, "invalid-credentials"]);
  const agents = `AgentAuth discovery="${identity.issuer}/.well-known/agent-configuration"`;
  assert.equal(headers["www-authenticate"], `Bearer realm="assay", error="invalid_token", ${agents}`);
}
