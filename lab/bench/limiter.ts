// Measures what counting calls in a store costs: the same call at an instance that counts in Redis, and at one that
// counts for itself.

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
await using counting = await startArm({ urls: [redis.url] });
await using alone = await startArm(undefined);
const rounds: { readonly counting: Measured; readonly alone: Measured }[] = [];
for (const arm of [counting, alone]) await arm.atFullSpeed(plan.warmUpMs);
for (let round = 0; round < plan.rounds; round += 1) {
  // Each goes first in turn, so that a machine that is busy for a while slows both.
  const first = round % 2 === 0 ? await counting.run() : undefined;
  const other = await alone.run();
  rounds.push({ counting: first ?? (await counting.run()), alone: other });
}

console.log(
  `${body.length} bytes; as fast as ${plan.connections} connections can, and processor time at ${plan.callsPerSecond} calls/s; medians of ${plan.rounds} rounds:\n`,
);
console.log(
  `${"".padEnd(10)}${["calls/s", "instance µs/call", "store µs/call"].map((name) => name.padStart(18)).join("")}`,
);
for (const name of ["counting", "alone"] as const) {
  const formatMedian = (value: keyof Measured) => median(rounds.map((round) => round[name][value])).toFixed(0);
  const cells = [
    formatMedian("callsPerSecond"),
    formatMedian("instanceUs"),
    name === "counting" ? formatMedian("storeUs") : "-",
  ];
  console.log(`${name.padEnd(10)}${cells.map((cell) => cell.padStart(18)).join("")}`);
}
console.log("");
const findRatio = (value: keyof Measured) => median(rounds.map((round) => round.counting[value] / round.alone[value]));
printFigure(
  "throughput of a service that counts in a store, x one that counts for itself",
  findRatio("callsPerSecond"),
  "0.8",
);
printFigure(
  "processor time of an instance that counts in a store, x one that counts for itself",
  findRatio("instanceUs"),
  "1.25",
);
printFigure("resident MB of an instance", Math.max(readResidentMb(counting.pid), readResidentMb(alone.pid)), "-");

interface Measured {
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
  let turn = 0;

  async function call(): Promise<Answer> {
    const client = toClientAddress(Math.floor(turn++ / 10));
    const answer = await callers.call(url, { path: "/api/validate", client, headers, body });
    if (answer.status !== 200) throw new Error(`Not the expected answer: ${answer.status}`);
    return answer;
  }

  async function runAtFullSpeed(milliseconds: number): Promise<number> {
    const [begin, from] = [performance.now(), turn];
    const repeat = async () => {
      while (performance.now() < begin + milliseconds) await call();
    };
    await Promise.all(Array.from({ length: plan.connections }, repeat));
    return ((turn - from) * 1_000) / (performance.now() - begin);
  }

  // At full speed calls are handled in groups of a size that depends on the arm, and a group is cheaper than its calls
  // one by one. At the same low rate both arms do the same, but for the counting.
  async function run(): Promise<Measured> {
    const callsPerSecond = await runAtFullSpeed(plan.roundMs);
    const [instance, store, from] = [processorSeconds(pid), processorSeconds(redis.pid), turn];
    const load = startLoad(plan.callsPerSecond, call);
    await wait(plan.roundMs);
    await load.stop();
    const countUsSince = (before: number, id: number) => ((processorSeconds(id) - before) * 1e6) / (turn - from);
    return {
      callsPerSecond,
      instanceUs: countUsSince(instance, pid),
      storeUs: countUsSince(store, redis.pid),
    };
  }
  const running = started.move();
  return { run, atFullSpeed: runAtFullSpeed, pid, [Symbol.asyncDispose]: () => running.disposeAsync() };
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
