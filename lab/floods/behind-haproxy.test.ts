import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale, pickForScale } from "@assay/testing/scale";
import { percentile } from "@assay/testing/services/load";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis } from "@assay/testing/services/redis-server";
import { type Fleet, startFleet } from "@assay/testing/services/start-fleet";
import { listAddresses, startFlood } from "./flood.ts";
import type { Flood } from "./flood-sender.ts";
import { callHonestly, type HonestCall } from "./honest-calls.ts";

const floodMs = pickForScale({ quick: 3_000, ci: 5_000, full: 30_000 });
const maxMegabytes = 300;

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const store = { urls: [redis.url], silenceMs: longSilenceMs };
const fleet = everything.use(await startFleet({ instances: 2, store, haproxyFor: {} }));

// Each flood from a single address has its own address, whose rate limit no other flood has used up.
const listAddress = (last: number) => [`127.0.0.${last}`];
const thousand = listAddresses("127.1", 1_000);
const floods: { readonly [title: string]: Omit<Flood, "url"> } = {
  "calls from one address on kept connections": {
    kind: "kept",
    from: listAddress(10),
    connections: 64,
    perSecond: 3_000,
  },
  "calls from one address on new connections": {
    kind: "new",
    from: listAddress(11),
    connections: 64,
    perSecond: 2_000,
  },
  "65 KB of pipelined calls from one address": {
    kind: "pipelined",
    from: listAddress(12),
    connections: 4,
    perSecond: 100,
  },
  "slow bodies from 1,000 addresses": { kind: "slow", from: thousand, connections: 500, perSecond: 200 },
  "calls from 1,000 addresses on kept connections": {
    kind: "kept",
    from: thousand,
    connections: 1_000,
    perSecond: 1_000,
  },
  "calls from 1,000 addresses on new connections": { kind: "new", from: thousand, connections: 500, perSecond: 1_000 },
};

let quietMs = Number.NaN;
test("honest calls are answered without a flood", async () => {
  await callHonestly(fleet.url, wait(2_000));
  const calls = await callHonestly(fleet.url, wait(floodMs));
  quietMs = medianMs(calls);
  printFigure("median of honest calls without a flood, ms", quietMs.toFixed(1), "printed only");
  const megabytes = Math.max(...fleet.instances.map(({ pid }) => readResidentMb(pid)));
  printFigure("memory of an instance without a flood, MB", megabytes, "printed only");
  assert.ok(measureAnswered(calls) >= 0.99, formatCounts(calls));
});

for (const [title, flood] of Object.entries(floods)) {
  test(`behind HAProxy, honest calls are answered during a flood of ${title}`, async () => {
    const { calls, megabytes } = await callDuringFlood(fleet, flood);
    const share = measureAnswered(calls);
    printFigure(`share of honest calls answered with 200 during ${title}`, share.toFixed(4), 0.99);
    checkTiming(`median of honest calls during ${title}, x quiet`, medianMs(calls) / quietMs, 3);
    printFigure(`memory of an instance during ${title}, MB`, megabytes, maxMegabytes);
    assert.ok(share >= (isFullScale ? 0.99 : 0.9), formatCounts(calls));
    assert.ok(megabytes < maxMegabytes, `${megabytes} MB`);
  });
}

async function callDuringFlood({ url, instances }: Fleet, flood: Omit<Flood, "url">) {
  const running = startFlood({ ...flood, url });
  await wait(1_000);
  let megabytes = 0;
  const sampling = setInterval(() => {
    megabytes = Math.max(megabytes, ...instances.map(({ pid }) => readResidentMb(pid)));
  }, 200);
  const calls = await callHonestly(url, wait(floodMs));
  clearInterval(sampling);
  const { sent, refused } = await running.stop();
  console.log(`The flood sent ${sent} requests and got ${refused} answers with 429.`);
  // Gives the service time to finish the last requests of the flood.
  await wait(1_000);
  return { calls, megabytes };
}

function readResidentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024);
}

function measureAnswered(calls: readonly HonestCall[]): number {
  return calls.filter(({ result }) => result === 200).length / calls.length;
}

function medianMs(calls: readonly HonestCall[]): number {
  return percentile(
    calls.map(({ milliseconds }) => milliseconds),
    0.5,
  );
}

function formatCounts(calls: readonly HonestCall[]): string {
  const counts: { [result: string]: number } = {};
  for (const { result } of calls) counts[result] = (counts[result] ?? 0) + 1;
  return JSON.stringify(counts);
}
