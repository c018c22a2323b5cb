import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createKeySet } from "./key-set.ts";

test("sends one request for concurrent lookups of a key", async () => {
  await using keySet = await createTestKeySet("old");
  const lookups = await Promise.all(Array.from({ length: 100 }, () => keySet.find("old")));
  assert.deepEqual(new Set(lookups.map(({ kind }) => kind)), new Set(["known"]));
  assert.equal(keySet.requests(), 1);
});

test("requests the set for an unknown key at most every two seconds, and reports the key as unavailable in between", async () => {
  await using keySet = await createTestKeySet("old");
  assert.equal((await keySet.find("none")).kind, "unknown");
  assert.deepEqual(await keySet.find("none"), { kind: "unavailable", retryAfterMs: 2_000 });
  keySet.advance(1.5);
  assert.deepEqual(await keySet.find("none"), { kind: "unavailable", retryAfterMs: 500 });
  assert.equal((await keySet.find("old")).kind, "known");
  assert.equal(keySet.requests(), 1);
  keySet.advance(0.5);
  assert.equal((await keySet.find("none")).kind, "unknown");
  assert.equal(keySet.requests(), 2);
});

test("does not report a key as unknown if the set was requested before the lookup", async () => {
  await using keySet = await createTestKeySet("old");
  keySet.hold();
  const missingKeyLookup = keySet.find("none");
  await keySet.waitForRequest();
  const newKeyLookup = keySet.find("new");
  keySet.release();
  assert.equal((await missingKeyLookup).kind, "unknown");
  assert.deepEqual(await newKeyLookup, { kind: "unavailable", retryAfterMs: 2_000 });
  keySet.publish("new");
  keySet.advance(2);
  assert.equal((await keySet.find("new")).kind, "known");
});

test("does not report a key as unknown after a failed request, and requests the set again after two seconds", async () => {
  await using keySet = await createTestKeySet("old");
  // Redirects are not followed.
  for (const [index, status] of [500, 301, 302, 307].entries()) {
    keySet.failWith(status);
    assert.equal((await keySet.find("old")).kind, "unavailable");
    assert.equal((await keySet.find("old")).kind, "unavailable");
    assert.equal(keySet.requests(), index + 1);
    keySet.advance(2);
  }
  keySet.failWith(200);
  assert.equal((await keySet.find("old")).kind, "known");
});

test("a lookup of a known key does not wait for an unavailable identity service or for another lookup", async () => {
  await using keySet = await createTestKeySet("old");
  assert.equal((await keySet.find("old")).kind, "known");
  keySet.advance(301);
  keySet.failWith(500);
  assert.equal((await keySet.find("old")).kind, "known", "after a failed request");
  keySet.failWith(200);
  keySet.advance(2);
  keySet.hold();
  const missingKeyLookup = keySet.find("none");
  await keySet.waitForRequest();
  assert.equal((await keySet.find("old")).kind, "known", "while the other lookup waits");
  keySet.release();
  await missingKeyLookup;
});

test("accepts a set of 262,144 bytes, and refuses a larger set", async () => {
  const largest = "k".repeat(262_144 - '{"keys":[""]}'.length);
  for (const [key, kind] of [
    [largest, "known"],
    [`${largest}k`, "unavailable"],
  ] as const) {
    await using keySet = await createTestKeySet(key);
    assert.equal((await keySet.find(key)).kind, kind);
  }
});

test("stops waiting for an identity service that hangs", { timeout: 60_000 }, async () => {
  await using keySet = await createTestKeySet("old", 50);
  keySet.hold();
  assert.equal((await keySet.find("old")).kind, "unavailable");
});

test("refreshes a set that is five minutes old at the next lookup, and finds newly published keys", async () => {
  await using keySet = await createTestKeySet("old");
  await keySet.find("old");
  keySet.publish("new");
  keySet.advance(299);
  await keySet.find("old");
  assert.equal(keySet.requests(), 1);
  keySet.advance(1);
  await keySet.find("old");
  keySet.failWith(500);
  assert.equal((await keySet.find("new")).kind, "known");
});

async function createTestKeySet(published: string, timeoutMs = 60_000) {
  let keys: readonly string[] = [published];
  let [status, requests, nowMs] = [200, 0, 0];
  let released = Promise.withResolvers<void>();
  released.resolve();
  let requested = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    requests += 1;
    requested.resolve();
    const body = JSON.stringify({ keys });
    await released.promise;
    response.writeHead(status, { location: "/other.json" }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { find } = createKeySet({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    read: (document) => new Map((document as { keys: readonly string[] }).keys.map((key) => [key, key])),
    elapsedMs: () => nowMs,
    observe: createObserve(createMetrics()),
    timeoutMs,
    onFailure() {},
  });
  return {
    find,
    requests: () => requests,
    publish(key: string) {
      keys = [...keys, key];
    },
    failWith(next: number) {
      status = next;
    },
    /** Holds requests until `release`. They then get the keys that were published when they arrived. */
    hold() {
      released = Promise.withResolvers<void>();
      requested = Promise.withResolvers<void>();
    },
    release: () => released.resolve(),
    waitForRequest: () => requested.promise,
    advance(seconds: number) {
      nowMs += seconds * 1_000;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
