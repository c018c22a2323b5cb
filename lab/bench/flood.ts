// Measures what honest callers get while addresses over their limit flood the service; README.md says what each figure
// means. `ASSAY_BEFORE` names another copy of this repository: both take turns.

import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startChild, startSandbox } from "@assay/sandbox";
import { scaled } from "@assay/testing/scale";
import { freePort } from "@assay/testing/services/free-port";
import { startHaproxy } from "@assay/testing/services/haproxy";
import { startRedis } from "@assay/testing/services/redis-server";
import { usual } from "./candidates.ts";
import type { Flood, FloodResult } from "./flood-sender.ts";
import { median } from "./measure.ts";

const plan = {
  rounds: scaled({ ci: 1, full: 3 }),
  seconds: scaled({ ci: 4, full: 6 }),
  everyMs: 25,
  goodMs: 1_000,
};
const limit = { calls: 5, windowSeconds: 600 };
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });
const before = process.env.ASSAY_BEFORE;
const trees = { ...(before !== undefined && { before }), now: join(import.meta.dirname, "../..") };

const addresses = (network: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${network}.${Math.floor(index / 250)}.${(index % 250) + 1}`);
const one = ["127.0.0.3"];
const thousand = addresses("127.1", 1_000);
const floods: { readonly [title: string]: Pick<Flood, "kind" | "from"> } = {
  "one address, kept connections": { kind: "kept", from: one },
  "one address, new connections": { kind: "new", from: one },
  "one address, pipelined": { kind: "pipelined", from: one },
  "1,000 addresses, kept connections": { kind: "kept", from: thousand },
  "1,000 addresses, new connections": { kind: "new", from: thousand },
};
const [only = ""] = process.argv.slice(3);

interface Round {
  readonly share: number;
  readonly medianMs: number;
  readonly refusedPerSecond: number;
}

await using sandbox = await startSandbox();
await using redis = await startRedis();
let honestNetwork = 2;

for (const isShared of [false, true]) {
  for (const isBehind of [false, true]) {
    const where = `counts in ${isShared ? "Redis" : "memory"}, ${isBehind ? "behind HAProxy" : "direct"}`;
    if (!where.includes(only)) continue;
    await using started = new AsyncDisposableStack();
    const urls = new Map<string, string>();
    for (const [name, tree] of Object.entries(trees)) urls.set(name, await startArm(started, tree, isShared, isBehind));
    for (const url of urls.values()) await useUp(url);
    for (const [title, flood] of Object.entries(floods)) {
      const rounds = new Map([...urls.keys()].map((name) => [name, [] as Round[]]));
      for (let round = 0; round < plan.rounds; round += 1) {
        for (const [name, url] of urls)
          rounds.get(name)?.push(await runRound({ ...flood, url, callsPerSecond: 3_000 }));
      }
      for (const [name, seen] of rounds) report(`${title}, ${where}${urls.size > 1 ? `, ${name}` : ""}`, seen);
    }
  }
}

async function startArm(started: AsyncDisposableStack, tree: string, isShared: boolean, isBehind: boolean) {
  const secret = `a secret of ${tree} that is long enough`.padEnd(32);
  const settings = {
    domains: [sandbox.datamint.asDomain],
    limit,
    trustedProxies: ["127.0.0.1/32"],
    ...(isShared && { store: { urls: [redis.url], secret } }),
    operatorPort: await freePort(),
  };
  const child = started.use(
    await startChild({
      args: ["--conditions=assay-source", join(tree, "e2e/upstream/service-child.ts"), JSON.stringify(settings)],
      isReady: (line) => line.startsWith("ready "),
      readyTimeoutMs: 120_000,
    }),
  );
  const { url } = JSON.parse(child.readyLine.slice("ready ".length)) as { readonly url: string };
  if (!isBehind) return url;
  const port = await freePort();
  started.use(await startHaproxy(port, [{ url, operatorUrl: `http://127.0.0.1:${settings.operatorPort}` }]));
  return `http://127.0.0.1:${port}`;
}

async function useUp(url: string): Promise<void> {
  const left = [...one, ...thousand];
  const next = async () => {
    for (let address = left.pop(); address; address = left.pop()) {
      for (let call = 0; call <= limit.calls; call += 1) await callFrom(url, address, false);
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

async function runRound(flood: Flood): Promise<Round> {
  const sender = new Worker(new URL("./flood-sender.ts", import.meta.url), { workerData: flood });
  await wait(1_000);
  const network = honestNetwork;
  honestNetwork += 1;
  const calls: Promise<number>[] = [];
  const begin = performance.now();
  for (let call = 0; performance.now() - begin < 1_000 * plan.seconds; call += 1) {
    calls.push(callFrom(flood.url, `127.${network}.0.${1 + (call % 100)}`, true));
    await wait(Math.max(0, begin + (call + 1) * plan.everyMs - performance.now()));
  }
  const times = await Promise.all(calls);
  sender.postMessage("stop");
  const [result] = (await once(sender, "message")) as [FloodResult];
  // What the flood left behind is over.
  await wait(500);
  return {
    share: times.filter((ms) => ms <= plan.goodMs).length / times.length,
    medianMs: median(times),
    refusedPerSecond: result.refused / result.seconds,
  };
}

/** Calls on a new connection, and returns how long the answer took; infinitely long if it is not the one expected. */
function callFrom(url: string, localAddress: string, validates: boolean): Promise<number> {
  const begin = performance.now();
  const options = { agent: false, localAddress, timeout: 5_000 };
  return new Promise((resolve) => {
    const call = validates
      ? request(`${url}/api/validate`, { ...options, method: "POST", headers: { "content-type": "application/json" } })
      : request(`${url}/api/domains`, options);
    const lost = () => resolve(Number.POSITIVE_INFINITY);
    call.on("response", (response) => {
      response.resume();
      response.on("end", () => (response.statusCode === 200 ? resolve(performance.now() - begin) : lost()));
    });
    call
      .on("timeout", () => call.destroy())
      .on("error", lost)
      .on("close", lost);
    call.end(validates ? body : undefined);
  });
}

function report(title: string, rounds: readonly Round[]): void {
  const spread = (values: readonly number[], digits: number) =>
    `${median(values).toFixed(digits)} [${[Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits)).join(", ")}]`;
  const times = spread(
    rounds.map(({ medianMs }) => medianMs),
    0,
  );
  const rates = spread(
    rounds.map(({ refusedPerSecond }) => refusedPerSecond),
    0,
  );
  console.log(`${title}: median ms of honest calls ${times}, refusals per second ${rates}`);
  console.log(
    `figure: honest calls answered within a second, ${title} = ${spread(
      rounds.map(({ share }) => share),
      3,
    )} (bar 0.95)`,
  );
}
