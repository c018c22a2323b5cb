import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Identity } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { anEnvelope, type Called } from "../http/service.ts";
import { startCanary } from "../upstream/unreliable-product.ts";
import { bearer, junkKey, type Service, startService } from "./service.ts";

const outages: { readonly [name: string]: { begin(identity: Identity): unknown; end(identity: Identity): unknown } } = {
  killed: { begin: (identity) => identity.kill(), end: (identity) => identity.revive() },
  paused: { begin: (identity) => identity.pause(), end: (identity) => identity.resume() },
  failing: { begin: (identity) => identity.failWith(500), end: (identity) => identity.resume() },
};

/** These tests are about it. */
const usualTimeout = { more: { identityTimeoutMs: 2_000 } };

for (const [name, { begin, end }] of Object.entries(outages)) {
  test(`while the identity service is ${name}, known keys are served and new ones do not wait`, async () => {
    await using service = await startService(usualTimeout);
    const known = await Promise.all(Array.from({ length: 10 }, () => service.newKey()));
    for (const key of known) assert.equal((await post(service, key)).status, 200);
    await begin(service.identity);
    // Every known key is due to be asked for again, and stays so however long the calls take.
    service.stopClock();
    service.pass(31);

    const first = await Promise.all(Array.from({ length: 8 }, () => timed(post(service, junkKey()))));
    for (const { answer } of first) assertUnavailable(answer);
    const slowestFirst = Math.max(...first.map(({ milliseconds }) => milliseconds));
    timingFigure(`identity ${name}: slowest 503 before the breaker opens, ms`, slowestFirst, 2_200);

    const served: Called[] = [];
    const refusedMs: number[] = [];
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      while (refusedMs.length < 40) {
        served.push(await post(service, known[(served.length + caller) % known.length] as string));
        const { answer, milliseconds } = await timed(post(service, junkKey()));
        assertUnavailable(answer);
        refusedMs.push(milliseconds);
        await wait(20);
      }
    });
    await Promise.all(callers);
    const share = (100 * served.filter(({ status }) => status === 200).length) / served.length;
    const slowest = Math.max(...refusedMs);
    figure(`identity ${name}: known keys served of ${served.length} calls`, `${share} %`, "100 %");
    assert.equal(share, 100);
    timingFigure(`identity ${name}: slowest 503 of ${refusedMs.length} with the breaker open, ms`, slowest, 300);

    // Somebody asks all along, so the service has just found out once more that nobody is there.
    const accepted = untilServed(service, await service.newKey());
    await wait(700);
    await end(service.identity);
    const recovery = await timed(accepted);
    timingFigure(`identity ${name}: first new key accepted after recovery, ms`, recovery.milliseconds, 1_000);
  });
}

test("known keys are served for two minutes without the identity service, and no longer", async () => {
  await using service = await startService();
  const key = await service.newKey();
  service.stopClock();
  assert.equal((await post(service, key)).status, 200);
  await service.identity.kill();
  service.pass(115);
  assert.equal((await post(service, key)).status, 200);
  service.pass(6);
  assertUnavailable(await post(service, key));
});

test("an identity service that answers nonsense, or does not know Assay, lets nobody new in", async () => {
  await using service = await startService();
  for (const status of [200, 204, 302, 400, 401, 403, 404]) {
    service.identity.failWith(status);
    assertUnavailable(await post(service, await service.newKey()));
  }
});

test("a redirect from the identity service is not followed, so neither key nor client secret goes where it leads", async () => {
  await using elsewhere = await startCanary();
  await using identity = await startStandIn();
  await using service = await startService({ introspectionUrl: identity.url });
  for (const status of [301, 302, 303, 307, 308]) {
    identity.redirect(status, `http://127.0.0.1:${elsewhere.port}/introspect`);
    assertUnavailable(await post(service, junkKey()));
  }
  assert.equal(elsewhere.hits, 0);
});

test("a fault in how Assay asks does not keep it from asking again", async () => {
  await using service = await startService();
  service.identity.failWith(401);
  for (let times = 0; times < 10; times += 1) assertUnavailable(await post(service, junkKey()));
  service.identity.resume();
  assert.equal((await post(service, await service.newKey())).status, 200);
});

test("no key is good after its own end, whatever else the identity service says of it", async () => {
  await using identity = await startStandIn();
  await using service = await startService({ introspectionUrl: identity.url });
  const now = Math.floor(Date.now() / 1_000);
  for (const exp of [1_000, now, 0, -1]) {
    identity.say({ active: true, sub: "ada", exp });
    const answer = await post(service, junkKey());
    assert.deepEqual([answer.status, answer.json.code], [401, "invalid-credentials"], `exp ${exp}`);
  }
  for (const exp of [253_402_300_799_000, Number.MAX_SAFE_INTEGER, 2 ** 63]) {
    identity.say({ active: true, sub: "ada", exp });
    assert.equal((await post(service, junkKey())).status, 200, `an end that never comes, ${exp}`);
  }
  identity.say({ active: true, sub: "ada", exp: now + 3_600 });
  assert.equal((await post(service, junkKey())).status, 200);
});

test("an end that is not a number lets that key wait, and no other", async () => {
  await using identity = await startStandIn();
  await using service = await startService({ introspectionUrl: identity.url });
  for (const exp of ["1000", "2099-01-01T00:00:00Z", null, [], true, String(Date.now()), {}]) {
    identity.say({ active: true, sub: "ada", exp });
    assertUnavailable(await post(service, junkKey()));
  }
  assert.match(String(service.logged("identity-failed").at(-1)?.reason), /exp/);
  identity.say({ active: true, sub: "ada" });
  assert.equal((await post(service, junkKey())).status, 200);
});

/** An identity service that says the same of every key. */
async function startStandIn() {
  let answer: object = { active: false };
  let [status, location] = [200, ""];
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", location }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`,
    say(next: object) {
      answer = next;
    },
    redirect(by: number, to: string) {
      [status, location] = [by, to];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function post(service: Service, key: string): Promise<Called> {
  return service.call("validateProposal", { headers: bearer(key), body: anEnvelope() });
}

async function untilServed(service: Service, key: string): Promise<void> {
  const isDone = ({ status }: Called) => status === 200;
  await waitUntil("a new key is accepted", () => post(service, key), { isDone, pauseMs: 10 });
}

async function timed<Answer>(
  call: Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly milliseconds: number }> {
  const begin = performance.now();
  return { answer: await call, milliseconds: performance.now() - begin };
}

function assertUnavailable({ status, json, headers }: Called): void {
  assert.deepEqual([status, json.code, json.retryable], [503, "identity-unavailable", true]);
  assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
}
