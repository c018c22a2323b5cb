import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { startCanary } from "../documents/unreliable-product.ts";
import type { CheckedAnswer } from "../http/call-operation.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { json, type Responder, redirect, startScriptedServer } from "../scripted-server.ts";
import { bearer, createJunkKey, type Service, startService } from "./start-service-with-identity.ts";

test("while the identity service hangs, known keys still work, and new keys are refused without waiting", async () => {
  await using service = await startService({ app: { identityTimeoutMs: 2_000 } });
  const knownKey = await service.createKey();
  assert.equal((await post(service, knownKey)).status, 200);
  service.identity.pause();
  // The known key is now due for another check, and stays due because the clock is stopped.
  service.stopClock();
  service.advance(31);
  for (const answer of await Promise.all(Array.from({ length: 8 }, () => post(service, createJunkKey()))))
    assertUnavailable(answer);
  for (let call = 0; call < 20; call += 1) {
    assert.equal((await post(service, knownKey)).status, 200);
    const startedAt = performance.now();
    assertUnavailable(await post(service, createJunkKey()));
    assert.ok(performance.now() - startedAt < 1_900, "no call waits for the identity service any more");
  }
  service.identity.resume();
  await waitUntilServed(service, await service.createKey());
});

test("new keys are refused while the identity service sends invalid answers or rejects Assay's credentials", async () => {
  await using service = await startService();
  for (const status of [200, 204, 302, 400, 401, 403, 404]) {
    service.identity.failWith(status);
    assertUnavailable(await post(service, await service.createKey()));
  }
});

test("Assay does not follow a redirect from the identity service, so neither keys nor the client secret leak", async () => {
  await using canary = await startCanary();
  const url = `http://127.0.0.1:${canary.port}/introspect`;
  const redirects = [301, 302, 303, 307, 308].map((status) => redirect(status, url));
  await using identity = await startScriptedServer(...redirects);
  await using service = await startService({ introspectionUrl: `${identity.origin}/introspect` });
  for (const _ of redirects) assertUnavailable(await post(service, createJunkKey()));
  assert.equal(identity.requests.length, redirects.length);
  assert.equal(canary.hits, 0);
});

test("a key whose expiry is not a number is refused, and other keys still work", async () => {
  const invalid = ["1000", "2099-01-01T00:00:00Z", null, [], true, String(Date.now()), {}];
  const answers: readonly Responder[] = invalid.map((exp) => json({ active: true, sub: "ada", exp }));
  await using identity = await startScriptedServer(...answers, json({ active: true, sub: "ada" }));
  await using service = await startService({ introspectionUrl: `${identity.origin}/introspect` });
  for (const _ of invalid) assertUnavailable(await post(service, createJunkKey()));
  assert.match(String(service.findLogLines("identity-failed").at(-1)?.reason), /exp/);
  assert.equal((await post(service, createJunkKey())).status, 200);
});

test("an answer from the identity service can have up to 65,536 bytes, and a longer answer counts as an outage", async () => {
  const maxNoteLength = 65_536 - '{"active":true,"sub":"ada","note":""}'.length;
  const createAnswer = (noteLength: number) => json({ active: true, sub: "ada", note: "x".repeat(noteLength) });
  await using identity = await startScriptedServer(createAnswer(maxNoteLength + 1), createAnswer(maxNoteLength));
  await using service = await startService({ introspectionUrl: `${identity.origin}/introspect` });
  assertUnavailable(await post(service, createJunkKey()));
  assert.equal((await post(service, createJunkKey())).status, 200);
});

function post(service: Service, key: string): Promise<CheckedAnswer> {
  return service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });
}

async function waitUntilServed(service: Service, key: string): Promise<void> {
  const isDone = ({ status }: CheckedAnswer) => status === 200;
  await waitUntil("a new key is accepted", () => post(service, key), { isDone, pauseMs: 10 });
}

function assertUnavailable({ status, json, headers }: CheckedAnswer): void {
  assert.deepEqual([status, json.code, json.retryable], [503, "identity-unavailable", true]);
  assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
}
