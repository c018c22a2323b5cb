import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createKeySet } from "./key-set.ts";

test("many that look for a key at the same time wait for one request", async () => {
  await using scene = await createScene("old");
  const found = await Promise.all(Array.from({ length: 100 }, () => scene.find("old")));
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(["known"]));
  assert.equal(scene.requests(), 1);
});

test("a key that does not exist is unknown once, and for two seconds nobody is asked again", async () => {
  await using scene = await createScene("old");
  assert.equal((await scene.find("none")).kind, "unknown");
  assert.deepEqual(await scene.find("none"), { kind: "unavailable", retryAfterMs: 2_000 });
  scene.pass(1.5);
  assert.deepEqual(await scene.find("none"), { kind: "unavailable", retryAfterMs: 500 });
  assert.equal((await scene.find("old")).kind, "known");
  assert.equal(scene.requests(), 1);
  scene.pass(0.5);
  assert.equal((await scene.find("none")).kind, "unknown");
  assert.equal(scene.requests(), 2);
});

test("a key that is published while a set is on its way is not said to be unknown", async () => {
  await using scene = await createScene("old");
  scene.hold();
  const stranger = scene.find("none");
  await scene.waitForRequest();
  const honest = scene.find("new");
  scene.release();
  assert.equal((await stranger).kind, "unknown");
  assert.deepEqual(await honest, { kind: "unavailable", retryAfterMs: 2_000 });
  scene.publish("new");
  scene.pass(2);
  assert.equal((await scene.find("new")).kind, "known");
});

test("without an answer no key is said to be unknown, and the next request comes two seconds later", async () => {
  await using scene = await createScene("old");
  scene.failWith(500);
  for (let request = 1; request <= 3; request += 1) {
    assert.equal((await scene.find("old")).kind, "unavailable");
    assert.equal((await scene.find("old")).kind, "unavailable");
    assert.equal(scene.requests(), request);
    scene.pass(2);
  }
  scene.failWith(200);
  assert.equal((await scene.find("old")).kind, "known");
});

test("a known key does not wait for an identity service that is down, whoever makes Assay ask for another key", async () => {
  await using scene = await createScene("old");
  assert.equal((await scene.find("old")).kind, "known");
  scene.pass(301);
  scene.failWith(500);
  assert.equal((await scene.find("old")).kind, "known", "asked for, in vain");
  scene.failWith(200);
  scene.pass(2);
  scene.hold();
  const stranger = scene.find("none");
  await scene.waitForRequest();
  assert.equal((await scene.find("old")).kind, "known", "while the stranger waits");
  scene.release();
  await stranger;
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
    /** Requests wait until they are released, and get what was published when they came. */
    hold() {
      held = Promise.withResolvers<void>();
      asked = Promise.withResolvers<void>();
    },
    release: () => held.resolve(),
    waitForRequest: () => asked.promise,
    pass(seconds: number) {
      nowMs += seconds * 1_000;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
