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
import { startFlood } from "./flood.ts";
import type { Flood } from "./flood-sender.ts";
import { callHonestly, type HonestCall } from "./honest-calls.ts";

const floodMs = pickForScale({ quick: 3_000, ci: 5_000, full: 30_000 });
const maxMegabytes = 300;

/** Tests that honest calls are answered behind deploy/haproxy.cfg, without a flood and then during each of these. */
export async function testFloods(floods: { readonly [title: string]: Omit<Flood, "url"> }): Promise<void> {
  const everything = new AsyncDisposableStack();
  after(() => everything.disposeAsync());
  const redis = everything.use(await startRedis());
  const store = { urls: [redis.url], silenceMs: longSilenceMs };
  const fleet = everything.use(await startFleet({ instances: 2, store, haproxyFor: {} }));

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
      const { calls, megabytes, open } = await callDuringFlood(fleet, flood);
      const share = measureAnswered(calls);
      printFigure(`share of honest calls answered with 200 during ${title}`, share.toFixed(4), 0.99);
      checkTiming(`median of honest calls during ${title}, x quiet`, medianMs(calls) / quietMs, 3);
      printFigure(`memory of an instance during ${title}, MB`, megabytes, maxMegabytes);
      const held = open / flood.from.length;
      printFigure(`connections that one address holds during ${title}`, held, 256);
      assert.ok(held <= 2 * 256, `${held} connections`);
      assert.ok(share >= (isFullScale ? 0.99 : 0.9), formatCounts(calls));
      assert.ok(megabytes < maxMegabytes, `${megabytes} MB`);
    });
  }
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
  const { sent, refused, open } = await running.stop();
  console.log(`The flood sent ${sent} requests and got ${refused} answers with 429.`);
  // Gives the service time to finish the last requests of the flood.
  await wait(1_000);
  return { calls, megabytes, open };
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
