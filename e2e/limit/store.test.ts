import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { longSilenceMs, longTimeouts } from "@assay/testing/services/long-timeouts";
import { metricOf } from "@assay/testing/services/metric-of";
import { type RedisServer, startRedis, withoutRedis } from "@assay/testing/services/redis-server";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { type Service, startService } from "../auth/service.ts";
import { signed } from "../auth/signed.ts";
import { callAt, type Sent } from "../http/service.ts";
import { count, from, newAddress, trustedProxies } from "./from.ts";

const limit = { calls: 20, windowSeconds: 60 };
const secret = "a secret that all instances of the fleet share";

describe("with a store that instances share", { skip: withoutRedis }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis[Symbol.asyncDispose]());
  const options = (instances = 2, silenceMs = longSilenceMs) => ({
    ...{ limit, instances, trustedProxies },
    store: { urls: [redis.url], secret, silenceMs },
  });

  test("a client has twenty calls at all instances together, whatever their clocks say", async () => {
    await using sandbox = await startSandbox();
    const clocks = [0, 45_000, -45_000, 3_600_000];
    await using started = new AsyncDisposableStack();
    const urls: string[] = [];
    for (const aheadMs of clocks) {
      const now = () => new Date(Date.now() + aheadMs);
      const stale = { maxStaleSeconds: { specPackage: 86_400, registry: 86_400 } };
      const domains = [{ ...sandbox.datamint.asDomain, ...stale }];
      urls.push(started.use(await startApp({ ...options(4), ...longTimeouts, domains, now })).url);
    }
    for (let round = 0; round < 3; round += 1) {
      const address = newAddress();
      const calls = Array.from({ length: 200 }, (_, index) =>
        callAt(urls[index % 4] ?? "", "listDomains", from(address)),
      );
      const answers = await Promise.all(calls);
      figure("calls that passed of 200 at four instances whose clocks differ by an hour", count(answers, 200), 20);
      assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 180]);
    }
  });

  for (const [how, stop, goOn] of [
    ["is killed", () => redis.kill(), () => redis.revive()],
    ["hangs", async () => redis.pause(), async () => redis.resume()],
  ] as const) {
    test(`when the store ${how}, no call fails, each instance allows its share, and then it is exact again`, async () => {
      await using service = await startService({ more: options(4, 500) });
      const [known, fresh] = [newAddress(), newAddress()];
      for (let call = 0; call < 20; call += 1) await service.call("listDomains", from(known));
      await stop();
      const [first, ofKnown, ofFresh] = [
        await many(service, 1, from(newAddress())),
        await many(service, 30, from(known)),
        await many(service, 30, from(fresh)),
      ];
      assert.equal(count(first, 200), 1);
      assert.deepEqual([count(ofKnown, 200), count(ofKnown, 429)], [0, 30]);
      assert.deepEqual([count(ofFresh, 200), count(ofFresh, 429)], [5, 25]);
      assert.match(await metrics(service), /^assay_limit_degraded 1$/m);
      assert.match(await metrics(service), /^assay_limit_store_errors_total [1-9]\d*$/m);
      assert.equal(await readyStatus(service), 200);
      assert.equal(service.logged("limit-degraded").length, 1);

      const replayed = signed(service, { agent: `agt_${newAddress()}` });
      const replays = await many(service, 20, replayed, "validateProposal");
      assert.deepEqual([count(replays, 200), count(replays, 401)], [1, 19], "a nonce is still good once here");

      await goOn();
      const back = performance.now();
      await untilRestored(service);
      timingFigure(`a store that ${how} is noticed back after (ms)`, performance.now() - back, 1_000);
      assert.match(await metrics(service), /^assay_limit_degraded 0$/m);
      assert.equal(count(await many(service, 100, from(newAddress())), 200), 20);
      assert.equal(count(await many(service, 100, from(fresh)), 200), 15, "what passed meanwhile counts");
    });
  }

  test("while the store is down a captured signed call passes once at each instance, and is counted there", async () => {
    await using service = await startService({ more: options() });
    await using other = await startOther(service, options());
    const captured = signed(service, { agent: "agt_captured" });
    const localNonces = () =>
      Promise.all([service.app, other].map((app) => metricOf(app, "assay_limit_local_nonces_total")));
    const send = (url: string) => callAt(url, "validateProposal", captured, service.url);
    const before = await send(service.url);
    assert.deepEqual([before.status, (await send(other.url)).status], [200, 401], "once, with the store");
    assert.deepEqual(await localNonces(), [0, 0]);

    await redis.kill();
    const next = signed(service, { agent: "agt_captured" });
    for (const url of [service.url, other.url]) {
      const answers = [];
      for (let call = 0; call < 3; call += 1) answers.push(await callAt(url, "validateProposal", next, service.url));
      assert.deepEqual([count(answers, 200), count(answers, 401)], [1, 2]);
    }
    assert.deepEqual(await localNonces(), [1, 1]);
    await redis.revive();
  });

  test("an instance starts while the store is down, and counts with the others once it is up", async () => {
    await redis.kill();
    await using service = await startService({ more: options(4) });
    assert.equal(await readyStatus(service), 200);
    const address = newAddress();
    assert.equal(count(await many(service, 20, from(address)), 200), 5);
    await redis.revive();
    await untilRestored(service);
    await using other = await startOther(service, options(4));
    const fresh = newAddress();
    const calls = Array.from({ length: 100 }, (_, index) =>
      callAt(index % 2 ? other.url : service.url, "listDomains", from(fresh), service.url),
    );
    assert.equal(count(await Promise.all(calls), 200), 20);
  });
});

async function many(
  service: Service,
  times: number,
  sent: Sent,
  operation: "listDomains" | "validateProposal" = "listDomains",
) {
  return await Promise.all(Array.from({ length: times }, () => service.call(operation, sent)));
}

async function untilRestored(service: Service): Promise<void> {
  const isDone = (lines: readonly string[]) => lines.some((line) => line.includes("limit-restored"));
  await waitUntil("the store is counted in again", () => service.logLines.slice(-20), { isDone, pauseMs: 10 });
}

async function metrics({ app }: Service): Promise<string> {
  return await (await fetch(`${app.operatorUrl}/metrics`, { headers: { connection: "close" } })).text();
}

async function readyStatus({ app }: Service): Promise<number> {
  return (await fetch(`${app.operatorUrl}/readyz`, { headers: { connection: "close" } })).status;
}

// A second instance of the same fleet: under the same name, with the same identity service.
async function startOther({ identity, sandbox, url }: Service, options: object) {
  const { id: clientId, secret: clientSecret } = identity.clients.assay;
  return await startApp({
    ...longTimeouts,
    ...options,
    publicUrl: url,
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    domains: [sandbox.datamint.asDomain],
  });
}
