import assert from "node:assert/strict";
import { test } from "node:test";
import { introspect } from "../../test/introspect.ts";
import { createIdentity, type Identity } from "./create-identity.ts";

test("a paused identity service takes requests and answers them when it goes on", async () => {
  await using identity = await createIdentity();
  const { key, id } = await aKey(identity);
  identity.pause();
  const asked = introspect(identity, key);
  const silent = fetch(identity.jwksUrl, { signal: AbortSignal.timeout(200) });
  await assert.rejects(silent, { name: "TimeoutError" });
  await identity.revokeKey(id);
  identity.resume();
  assert.deepEqual((await asked).body, { active: false });
});

test("a failing one answers everything with its status, and a slow one late", async () => {
  await using identity = await createIdentity();
  const { key } = await aKey(identity);
  identity.failWith(500);
  for (const url of [identity.introspectionUrl, identity.jwksUrl]) assert.equal((await fetch(url)).status, 500);
  identity.slow(300);
  const start = performance.now();
  assert.equal((await introspect(identity, key)).body.active, true);
  assert.ok(performance.now() - start >= 290);
  identity.resume();
  assert.equal((await fetch(identity.jwksUrl)).status, 200);
});

test("a killed one refuses connections, and knows its keys when it is back at its address", async () => {
  await using identity = await createIdentity();
  const { key } = await aKey(identity);
  identity.pause();
  const cut = introspect(identity, key);
  cut.catch(() => undefined);
  await assert.rejects(fetch(identity.jwksUrl, { signal: AbortSignal.timeout(100) }));
  await identity.kill();
  await assert.rejects(cut);
  await assert.rejects(introspect(identity, key));
  identity.resume();
  await identity.revive();
  assert.equal((await introspect(identity, key)).body.active, true);
});

test("one that is paused can still be stopped", async () => {
  const identity = await createIdentity();
  const { key } = await aKey(identity);
  identity.pause();
  const cut = introspect(identity, key);
  cut.catch(() => undefined);
  await assert.rejects(fetch(identity.jwksUrl, { signal: AbortSignal.timeout(100) }));
  await identity[Symbol.asyncDispose]();
  await assert.rejects(cut);
});

async function aKey(identity: Identity) {
  return identity.createKey(await identity.createPerson("Ada"));
}
