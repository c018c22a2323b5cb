import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale, pickForScale } from "@assay/testing/scale";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { bearer } from "../../e2e/auth/start-service-with-identity.ts";
import { type Client, createClient } from "../../e2e/fleet/create-client.ts";
import type { Answer } from "../../e2e/http/check-answer.ts";
import { createEnvelope } from "../../e2e/http/create-envelope.ts";
import { listAddresses } from "./flood.ts";

// `peak` callers use every connection to the instances. `overload` is a multiple of that, more than the queue holds.
const callers = { peak: 2 * 64, overload: pickForScale({ ci: 500, full: 960 }) };
const roundMs = pickForScale({ ci: 3_000, full: 8_000 });
const rounds = pickForScale({ ci: 1, full: 5 });

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const store = { urls: [redis.url], silenceMs: longSilenceMs };
const limit = { calls: 1_000_000, windowSeconds: 1 };
const fleet = everything.use(await startFleet({ instances: 2, store, limit, haproxyFor: {} }));
const { identity } = fleet.sandbox;
const { key } = await identity.createKey(await identity.createPerson("Ada"));
const validateCall = { headers: bearer(key), body: JSON.stringify(createEnvelope()) };
// One connection for each address, and so many addresses that none of them exceeds HAProxy's rate limit.
const keptClients = listAddresses("127.2", 1_000).map((address) => everything.use(createClient(fleet.url, address, 1)));
const newAddresses = listAddresses("127.3", 20_000);
let newConnections = 0;

for (const isNew of [false, true]) {
  const connections = isNew ? "new connections" : "kept connections";
  test(`overload on ${connections} does not raise the processor time per answered call`, async () => {
    const ratios: number[] = [];
    for (const count of [callers.overload, callers.peak]) await run(count, false);
    for (let round = 0; round < rounds; round += 1) {
      const peak = await run(callers.peak, false);
      const overload = await run(callers.overload, isNew);
      console.log(`${connections}: peak ${JSON.stringify(peak)}, overload ${JSON.stringify(overload)}`);
      assert.ok(overload.other === 0, JSON.stringify(overload));
      ratios.push(overload.answeredPerSecond / peak.answeredPerSecond);
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
    printFigure(`answered calls per processor time under overload, x peak, ${connections}`, median.toFixed(2), 0.8);
    if (isFullScale) assert.ok(median >= 0.8, `${median}`);
  });
}

/**
 * Runs callers for one round. Each sends its next call when the previous one is answered, or a second after a refusal.
 * `answeredPerSecond` is per second of processor time.
 */
async function run(callerCount: number, isNew: boolean) {
  const secondsBefore = totalProcessorSeconds();
  const endMs = performance.now() + roundMs;
  const counts = { answered: 0, refused: 0, other: 0 };
  const callRepeatedly = async () => {
    while (performance.now() < endMs) {
      const status = await (isNew ? callOnNewConnection() : callOnKeptConnection()).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) counts.answered += 1;
      else if (status === 503) counts.refused += 1;
      else counts.other += 1;
      if (status === 503) await wait(1_000);
    }
  };
  await Promise.all(Array.from({ length: callerCount }, callRepeatedly));
  const seconds = totalProcessorSeconds() - secondsBefore;
  return { ...counts, answeredPerSecond: Math.round(counts.answered / seconds) };
}

async function callOnKeptConnection(): Promise<Answer> {
  const client = keptClients.shift() as Client;
  return await client.call(validateCall).finally(() => keptClients.push(client));
}

async function callOnNewConnection(): Promise<Answer> {
  newConnections += 1;
  using client = createClient(fleet.url, newAddresses[newConnections % newAddresses.length] as string, 1);
  return await client.call(validateCall);
}

function totalProcessorSeconds(): number {
  return fleet.instances.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
}
