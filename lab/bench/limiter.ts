// Measures the cost of counting calls in a store: sends the same calls to an instance that counts in Redis, and to an
// instance that counts in memory.

import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, createCallers } from "@assay/testing/services/callers";
import { startLoad } from "@assay/testing/services/load";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { usualCandidate } from "./candidates.ts";
import { median } from "./measure.ts";

const plan = { connections: 8, callsPerSecond: 300, rounds: 12, roundMs: 1_000, warmUpMs: 5_000 };
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usualCandidate() });

await using redis = await startRedis();
await using inRedis = await startArm({ urls: [redis.url] });
await using inMemory = await startArm(undefined);
const rounds: { readonly inRedis: Measurement; readonly inMemory: Measurement }[] = [];
for (const arm of [inRedis, inMemory]) await arm.runAtFullSpeed(plan.warmUpMs);
for (let round = 0; round < plan.rounds; round += 1) {
  // The arms take turns going first, so that a temporarily busy machine slows both.
  const first = round % 2 === 0 ? await inRedis.run() : undefined;
  const memory = await inMemory.run();
  rounds.push({ inRedis: first ?? (await inRedis.run()), inMemory: memory });
}

console.log(
  `${body.length} bytes; as fast as ${plan.connections} connections can, and processor time at ${plan.callsPerSecond} calls/s; medians of ${plan.rounds} rounds:\n`,
);
console.log(
  `${"".padEnd(10)}${["calls/s", "instance µs/call", "store µs/call"].map((name) => name.padStart(18)).join("")}`,
);
for (const name of ["inRedis", "inMemory"] as const) {
  const formatMedian = (value: keyof Measurement) => median(rounds.map((round) => round[name][value])).toFixed(0);
  const cells = [
    formatMedian("callsPerSecond"),
    formatMedian("instanceUs"),
    name === "inRedis" ? formatMedian("storeUs") : "-",
  ];
  console.log(`${name.padEnd(10)}${cells.map((cell) => cell.padStart(18)).join("")}`);
}
console.log("");
const findRatio = (value: keyof Measurement) =>
  median(rounds.map(({ inRedis, inMemory }) => inRedis[value] / inMemory[value]));
printFigure(
  "throughput of a service that counts in a store, x one that counts in memory",
  findRatio("callsPerSecond"),
  "0.8",
);
printFigure(
  "processor time of an instance that counts in a store, x one that counts in memory",
  findRatio("instanceUs"),
  "1.25",
);
printFigure("resident MB of an instance", Math.max(readResidentMb(inRedis.pid), readResidentMb(inMemory.pid)), "-");

interface Measurement {
  readonly callsPerSecond: number;
  readonly instanceUs: number;
  readonly storeUs: number;
}

async function startArm(store: { readonly urls: readonly string[] } | undefined) {
  await using started = new AsyncDisposableStack();
  const fleet = started.use(await startFleet({ instances: 1, store }));
  const callers = started.use(createCallers());
  const { identity } = fleet.sandbox;
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const headers = { authorization: `Bearer ${key}` };
  const [{ url, pid }] = fleet.instances as readonly [(typeof fleet.instances)[number]];
  let calls = 0;

  async function call(): Promise<Answer> {
    const client = toClientAddress(Math.floor(calls++ / 10));
    const answer = await callers.call(url, { path: "/api/validate", client, headers, body });
    if (answer.status !== 200) throw new Error(`Unexpected status: ${answer.status}`);
    return answer;
  }

  async function runAtFullSpeed(milliseconds: number): Promise<number> {
    const [startedAt, callsBefore] = [performance.now(), calls];
    const callRepeatedly = async () => {
      while (performance.now() < startedAt + milliseconds) await call();
    };
    await Promise.all(Array.from({ length: plan.connections }, callRepeatedly));
    return ((calls - callsBefore) * 1_000) / (performance.now() - startedAt);
  }

  // Processor time is compared at the same low rate, where both arms do the same work except for counting. At full
  // speed, each arm handles calls in batches of a different size, and larger batches cost less per call.
  async function run(): Promise<Measurement> {
    const callsPerSecond = await runAtFullSpeed(plan.roundMs);
    const [instanceBefore, storeBefore, callsBefore] = [processorSeconds(pid), processorSeconds(redis.pid), calls];
    const load = startLoad(plan.callsPerSecond, call);
    await wait(plan.roundMs);
    await load.stop();
    const usPerCall = (before: number, id: number) => ((processorSeconds(id) - before) * 1e6) / (calls - callsBefore);
    return {
      callsPerSecond,
      instanceUs: usPerCall(instanceBefore, pid),
      storeUs: usPerCall(storeBefore, redis.pid),
    };
  }
  const running = started.move();
  return { run, runAtFullSpeed, pid, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function readResidentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1_000;
}

function toClientAddress(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

function printFigure(name: string, value: number, bar: string): void {
  console.log(`figure: ${name} = ${Number(value.toFixed(2))} (bar ${bar})`);
}
