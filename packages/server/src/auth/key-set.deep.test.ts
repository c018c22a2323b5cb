import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createKeySet } from "./key-set.ts";

test("concurrent lookups of a key share one request", async () => {
  await using scene = await createScene("old");
  const lookups = await Promise.all(Array.from({ length: 100 }, () => scene.find("old")));
  assert.deepEqual(new Set(lookups.map(({ kind }) => kind)), new Set(["known"]));
  assert.equal(scene.requests(), 1);
});

test("requests the set for an unknown key at most every two seconds, and is unavailable in between", async () => {
  await using scene = await createScene("old");
  assert.equal((await scene.find("none")).kind, "unknown");
  assert.deepEqual(await scene.find("none"), { kind: "unavailable", retryAfterMs: 2_000 });
  scene.advance(1.5);
  assert.deepEqual(await scene.find("none"), { kind: "unavailable", retryAfterMs: 500 });
  assert.equal((await scene.find("old")).kind, "known");
  assert.equal(scene.requests(), 1);
  scene.advance(0.5);
  assert.equal((await scene.find("none")).kind, "unknown");
  assert.equal(scene.requests(), 2);
});

test("does not report a key as unknown if the set was requested before the lookup", async () => {
  await using scene = await createScene("old");
  scene.hold();
  const lookupOfMissing = scene.find("none");
  await scene.waitForRequest();
  const lookupOfNew = scene.find("new");
  scene.release();
  assert.equal((await lookupOfMissing).kind, "unknown");
  assert.deepEqual(await lookupOfNew, { kind: "unavailable", retryAfterMs: 2_000 });
  scene.publish("new");
  scene.advance(2);
  assert.equal((await scene.find("new")).kind, "known");
});

test("reports no key as unknown without an answer, and sends the next request after two seconds", async () => {
  await using scene = await createScene("old");
  scene.failWith(500);
  for (let request = 1; request <= 3; request += 1) {
    assert.equal((await scene.find("old")).kind, "unavailable");
    assert.equal((await scene.find("old")).kind, "unavailable");
    assert.equal(scene.requests(), request);
    scene.advance(2);
  }
  scene.failWith(200);
  assert.equal((await scene.find("old")).kind, "known");
});

test("a known key does not wait for an identity service that is down, even while another key is looked up", async () => {
  await using scene = await createScene("old");
  assert.equal((await scene.find("old")).kind, "known");
  scene.advance(301);
  scene.failWith(500);
  assert.equal((await scene.find("old")).kind, "known", "after a failed request");
  scene.failWith(200);
  scene.advance(2);
  scene.hold();
  const lookupOfMissing = scene.find("none");
  await scene.waitForRequest();
  assert.equal((await scene.find("old")).kind, "known", "while the other lookup waits");
  scene.release();
  await lookupOfMissing;
});

async function createScene(...published: readonly string[]) {
  let keys = published;
  let [status, requests, nowMs] = [200, 0, 0];
  let held = Promise.withResolvers<void>();
  held.resolve();
  let asked = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    requests += 1;
    asked.resolve();
    const body = JSON.stringify({ keys });
    await held.promise;
    response.writeHead(status).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { find } = createKeySet({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    read: (document) => new Map((document as { keys: readonly string[] }).keys.map((key) => [key, key])),
    elapsedMs: () => nowMs,
    observe: createObserve(createMetrics()),
    timeoutMs: 60_000,
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
      held = Promise.withResolvers<void>();
      asked = Promise.withResolvers<void>();
    },
    release: () => held.resolve(),
    waitForRequest: () => asked.promise,
    advance(seconds: number) {
      nowMs += seconds * 1_000;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
