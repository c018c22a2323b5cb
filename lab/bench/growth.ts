// Measures what becomes of the cost of a call when a fleet grows: processor time per 10,000 calls of the instances, the
// store and the proxy, with one instance and with four, with one Redis and with a cluster of three masters.

import { setTimeout as wait } from "node:timers/promises";
import { createCallers } from "@assay/testing/services/callers";
import { percentile, resultsOf, startLoad } from "@assay/testing/services/load";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { type RedisServer, startRedis } from "@assay/testing/services/redis-server";
import { scriptsRun } from "@assay/testing/services/scripts-run";
import { startFleet } from "@assay/testing/services/start-fleet";
import { usual } from "./candidates.ts";
import { median } from "./measure.ts";

// Each instance gets the same number of calls a second in every arm: a process with less to do is less efficient.
const plan = { rounds: 9, roundSeconds: 3, warmUpSeconds: 12, callsPerSecondOfEach: 250 };
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });

await using everything = new AsyncDisposableStack();
const single = everything.use(await startRedis());
const other = everything.use(await startRedis());
const cluster = everything.use(await startRedisCluster(3, 0));
const arms = {
  "1 instance, 1 master": await startArm(1, [single], false),
  "4 instances, 1 master": await startArm(4, [other], false),
  "4 instances, 3 masters": await startArm(4, cluster.masters, true),
};
type Name = keyof typeof arms;
const names = Object.keys(arms) as Name[];
const rounds: { readonly [name in Name]: Measured }[] = [];
for (const name of names) await arms[name].warmUp();
for (let round = 0; round < plan.rounds; round += 1) {
  const measured = {} as { [name in Name]: Measured };
  // Each goes first in turn, so that a machine that is busy for a while slows all.
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(turn + round) % names.length] as Name;
    measured[name] = await arms[name].run();
  }
  rounds.push(measured);
}

console.log(
  `${body.length} bytes, ${plan.callsPerSecondOfEach} calls/s for each instance; medians of ${plan.rounds} rounds,`,
);
console.log("processor seconds per 10,000 calls:\n");
const columns = ["instances", "store", "busiestMaster", "proxy", "p99Ms"] as const;
console.log(`${"".padEnd(24)}${columns.map((column) => column.padStart(14)).join("")}`);
for (const name of names) {
  const cells = columns.map((column) => median(rounds.map((round) => round[name][column])).toFixed(2));
  console.log(`${name.padEnd(24)}${cells.map((cell) => cell.padStart(14)).join("")}`);
}
console.log("");
const [one, four, shards] = names as [Name, Name, Name];
compare("processor time of an instance per call, 4 instances x 1 instance", "instances", four, one);
compare("processor time of an instance per call, 3 masters x 1 master", "instances", shards, four);
compare("processor time of the proxy per call, 4 instances x 1 instance", "proxy", four, one);
compare("processor time of the busiest of 3 masters per call of the fleet, x 1 master", "busiestMaster", shards, four);
for (const { keys, commands } of await sharesOf(cluster.masters)) {
  const name = `commands of a master that has ${(100 * keys).toFixed(1)} % of the keys, x its share`;
  console.log(`figure: ${name} = ${(commands / keys).toFixed(2)} (bar 1.15)`);
}

interface Measured {
  readonly instances: number;
  readonly store: number;
  readonly busiestMaster: number;
  readonly proxy: number;
  readonly p99Ms: number;
}

async function startArm(instances: number, masters: readonly RedisServer[], isCluster: boolean) {
  const store = { urls: masters.map(({ url }) => url), cluster: isCluster };
  const fleet = everything.use(await startFleet({ instances, store }));
  const callers = everything.use(createCallers());
  const { identity } = fleet.sandbox;
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const headers = { authorization: `Bearer ${key}` };
  let client = 0;
  const call = (turn: number) => {
    if (turn % 10 === 0) client += 1;
    const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
    return callers.call(fleet.url, { path: "/api/validate", client: address, headers, body });
  };
  const taken = () => ({
    instances: fleet.instances.map(({ pid }) => processorSeconds(pid)),
    masters: masters.map(({ pid }) => processorSeconds(pid)),
    proxy: [processorSeconds(fleet.haproxyPid)],
  });

  async function load(callsPerSecond: number, seconds: number) {
    const running = startLoad(callsPerSecond, call);
    await wait(seconds * 1_000);
    return await running.stop();
  }

  // A cold instance refuses what it cannot answer soon, so the first calls are fewer, and their answers do not count.
  async function warmUp(): Promise<void> {
    for (const share of [0.25, 1]) await load(plan.callsPerSecondOfEach * instances * share, plan.warmUpSeconds / 2);
  }

  async function run(): Promise<Measured> {
    const before = taken();
    const outcomes = await load(plan.callsPerSecondOfEach * instances, plan.roundSeconds);
    const wrong = outcomes.filter(({ result }) => result !== 200);
    if (wrong.length > 0) throw new Error(`Not the expected answers: ${JSON.stringify(resultsOf(wrong))}`);
    const after = taken();
    const took = (part: keyof typeof before) =>
      after[part].map((value, index) => ((value - (before[part][index] ?? 0)) * 10_000) / outcomes.length);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      instances: sum(took("instances")),
      store: sum(took("masters")),
      busiestMaster: Math.max(...took("masters")),
      proxy: sum(took("proxy")),
      p99Ms: percentile(
        outcomes.map(({ milliseconds }) => milliseconds),
        0.99,
      ),
    };
  }
  return { run, warmUp };
}

// The clients of the last minute are still there.
async function sharesOf(masters: readonly RedisServer[]) {
  const keys = await Promise.all(masters.map(async ({ send }) => Number(await send("DBSIZE"))));
  const commands = await Promise.all(masters.map(scriptsRun));
  const share = (values: readonly number[], index: number) =>
    (values[index] ?? 0) / values.reduce((total, value) => total + value, 0);
  return masters.map((_, index) => ({ keys: share(keys, index), commands: share(commands, index) }));
}

function compare(name: string, column: keyof Measured, arm: Name, base: Name): void {
  const ratio = median(rounds.map((round) => round[arm][column] / round[base][column]));
  console.log(`figure: ${name} = ${ratio.toFixed(2)} (bar ${column === "busiestMaster" ? "0.45" : "1.15"})`);
}
