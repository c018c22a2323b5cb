import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { longSilenceMs, longTimeouts } from "@assay/testing/services/long-timeouts";
import { type RedisServer, redisSkipReason, startRedis } from "@assay/testing/services/redis-server";
import { waitUntil } from "@assay/testing/wait-until";
import { signCall } from "../auth/sign-call.ts";
import { type Service, startService } from "../auth/start-service-with-identity.ts";
import { callOperation, type OperationCall } from "../http/call-operation.ts";
import { count, createAddress, forwardFor, trustedProxies } from "./forward-for.ts";

const limit = { calls: 20, windowSeconds: 60 };
const secret = "a secret that all instances of the fleet share";

describe("with a store that all instances share", { skip: redisSkipReason }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis[Symbol.asyncDispose]());
  const createOptions = (instances = 2, silenceMs = longSilenceMs) => ({
    limit,
    instances,
    trustedProxies,
    store: { urls: [redis.url], secret, silenceMs },
  });

  test("a client has twenty calls across all instances, even if their clocks differ", async () => {
    await using sandbox = await startSandbox();
    const clocks = [0, 45_000, -45_000, 3_600_000];
    await using started = new AsyncDisposableStack();
    const urls: string[] = [];
    for (const aheadMs of clocks) {
      const now = () => new Date(Date.now() + aheadMs);
      const stale = { maxStaleSeconds: { specPackage: 86_400, registry: 86_400 } };
      const domains = [{ ...sandbox.datamint.domainConfig, ...stale }];
      urls.push(started.use(await startApp({ ...createOptions(4), ...longTimeouts, domains, now })).url);
    }
    for (let round = 0; round < 3; round += 1) {
      const address = createAddress();
      const calls = Array.from({ length: 200 }, (_, index) =>
        callOperation(urls[index % 4] ?? "", "listDomains", forwardFor(address)),
      );
      const answers = await Promise.all(calls);
      printFigure("calls of 200 that passed at four instances whose clocks differ by an hour", count(answers, 200), 20);
      assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 180]);
    }
  });

  test("while the store is down, no call fails and each instance allows its share; afterwards, limits are exact again", async () => {
    await using service = await startService({ app: createOptions(4, 500) });
    const countLocalNonces = (app: Service["app"]) => fetchMetric(app, "assay_limit_local_nonces_total");
    const [knownAddress, newAddress] = [createAddress(), createAddress()];
    for (let call = 0; call < 20; call += 1) await service.call("listDomains", forwardFor(knownAddress));
    await redis.kill();
    const [firstAnswers, knownAnswers, newAnswers] = [
      await callMany(service, 1, forwardFor(createAddress())),
      await callMany(service, 30, forwardFor(knownAddress)),
      await callMany(service, 30, forwardFor(newAddress)),
    ];
    assert.equal(count(firstAnswers, 200), 1);
    assert.deepEqual([count(knownAnswers, 200), count(knownAnswers, 429)], [0, 30]);
    assert.deepEqual([count(newAnswers, 200), count(newAnswers, 429)], [5, 25]);
    assert.equal(await fetchDegraded(service.app), 1);
    assert.ok((await fetchMetric(service.app, "assay_limit_store_errors_total")) > 0);
    assert.equal(service.findLogLines("limit-degraded").length, 1);

    // A second instance starts while the store is down. A captured signed call passes once at each instance.
    await using secondApp = await startSecondInstance(service, createOptions(4));
    for (const { operatorUrl } of [service.app, secondApp]) assert.equal(await fetchReadyStatus(operatorUrl), 200);
    const captured = signCall(service, { agent: "agt_captured" });
    for (const app of [service.app, secondApp]) {
      const calls = Array.from({ length: 20 }, () => callOperation(app.url, "validateProposal", captured, service.url));
      const answers = await Promise.all(calls);
      assert.deepEqual([count(answers, 200), count(answers, 401)], [1, 19]);
      assert.equal(await countLocalNonces(app), 1);
    }

    await redis.revive();
    const revivedAt = performance.now();
    await waitUntilRestored(service);
    checkTiming("a restarted store is used again after (ms)", performance.now() - revivedAt, 1_000);
    assert.equal(await fetchDegraded(service.app), 0);
    assert.equal(count(await callMany(service, 100, forwardFor(newAddress)), 200), 15, "calls during the outage count");
    const secondCall = signCall(service, { agent: "agt_captured" });
    await waitUntil("the second instance uses the store again", async () => (await fetchDegraded(secondApp)) === 0);
    const address = createAddress();
    const calls = Array.from({ length: 100 }, (_, index) =>
      callOperation(index % 2 ? secondApp.url : service.url, "listDomains", forwardFor(address), service.url),
    );
    assert.equal(count(await Promise.all(calls), 200), 20);
    const replayAnswers = [
      await callOperation(secondApp.url, "validateProposal", secondCall, service.url),
      await callOperation(service.url, "validateProposal", secondCall),
    ];
    assert.deepEqual(
      [count(replayAnswers, 200), count(replayAnswers, 401)],
      [1, 1],
      "a captured call passes only once with the store",
    );
    assert.equal(await countLocalNonces(secondApp), 1);
  });
});

async function callMany(service: Service, times: number, call: OperationCall) {
  return await Promise.all(Array.from({ length: times }, () => service.call("listDomains", call)));
}

async function waitUntilRestored(service: Service): Promise<void> {
  const isDone = (lines: readonly string[]) => lines.some((line) => line.includes("limit-restored"));
  await waitUntil("the instance uses the store again", () => service.logLines.slice(-20), { isDone, pauseMs: 10 });
}

async function fetchDegraded({ operatorUrl }: Pick<Service["app"], "operatorUrl">): Promise<number> {
  return await fetchMetric({ operatorUrl }, "assay_limit_degraded");
}

async function fetchReadyStatus(operatorUrl: string): Promise<number> {
  return (await fetch(`${operatorUrl}/readyz`, { headers: { connection: "close" } })).status;
}

// Starts a second instance of the fleet, with the same public URL and the same identity service.
async function startSecondInstance({ identity, sandbox, url }: Service, options: object) {
  const { id: clientId, secret: clientSecret } = identity.clients.assay;
  return await startApp({
    ...longTimeouts,
    ...options,
    publicUrl: url,
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    domains: [sandbox.datamint.domainConfig],
  });
}
