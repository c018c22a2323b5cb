// Measures what is left of the service when three times as many calls arrive as it can answer; README.md says what each
// figure means.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { connectCallers } from "./load.ts";
import { median } from "./measure.ts";
import { type OpenLoad, runOpenLoad } from "./open-load.ts";

const plan = {
  rounds: 5,
  closedLoop: 32,
  warmUpMs: 8_000,
  peakMs: 3_000,
  overloadMs: 8_000,
  times: 3,
  probeEveryMs: 200,
};
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });

await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), "proxied"],
  isReady: (line) => line.startsWith("listening "),
  readyTimeoutMs: 60_000,
});
const [, baseUrl = "", meterUrl = "", operatorUrl = ""] = service.readyLine.split(" ");
const url = `${baseUrl}/api/validate`;
const processorUs = async () => Number(await (await fetch(meterUrl)).text());

// Throws on any answer that is not a verdict, so a figure means that none of these calls was refused.
const isExpected = (answer: string) => answer.startsWith('{"valid":true');
using callers = await connectCallers(url, body, { connections: plan.closedLoop, isExpected });
let closedLoopCalls = 0;
await callers.run(plan.warmUpMs);

interface Round {
  readonly peak: number;
  readonly callUs: number;
  readonly load: OpenLoad;
  readonly spentUs: number;
  readonly refusalUs: number;
  readonly livezMs: number;
}

for (const isFresh of [false, true]) {
  const rounds: Round[] = [];
  for (let round = 0; round < plan.rounds; round += 1) rounds.push(await runRound(isFresh));
  report(isFresh ? "a new connection for each call" : "kept connections", rounds);
}
console.log(`figure: calls of a closed loop of ${plan.closedLoop}, all answered = ${closedLoopCalls} (bar all)`);

async function runRound(isFresh: boolean): Promise<Round> {
  const beforePeak = await processorUs();
  const { calls, callsPerSecond: peak } = await callers.run(plan.peakMs);
  closedLoopCalls += calls;
  const callUs = ((await processorUs()) - beforePeak) / calls;
  const probes = probeLiveness();
  const before = await processorUs();
  const load = await runOpenLoad({
    ...{ url, body, isFresh, callsPerSecond: plan.times * peak, milliseconds: plan.overloadMs },
  });
  const spent = (await processorUs()) - before;
  const refusalUs = (spent - (load.good + load.late) * callUs) / load.refused;
  return { peak, callUs, load, spentUs: spent, refusalUs, livezMs: await probes.stop() };
}

/** Asks whether the service is alive, as an orchestrator does: on a new connection each time. */
function probeLiveness() {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const begin = performance.now();
    const { status } = await fetch(`${operatorUrl}/livez`, { headers: { connection: "close" } });
    return status === 200 ? performance.now() - begin : Number.POSITIVE_INFINITY;
  };
  const timer = setInterval(() => asked.push(ask().catch(() => Number.POSITIVE_INFINITY)), plan.probeEveryMs);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      return Math.max(...(await Promise.all(asked)));
    },
  };
}

function report(title: string, rounds: readonly Round[]): void {
  console.log(`\n${plan.times} times the peak on ${title}, ${plan.overloadMs / 1_000} s; per second:\n`);
  const names = [
    "peak",
    "sent",
    "good",
    "late",
    "refused",
    "failed",
    "refusal p50",
    "p99 ms",
    "livez ms",
    "generator",
    "µs/call",
    "processor",
  ];
  console.log(names.map((name) => name.padStart(12)).join(""));
  for (const { peak, load, livezMs, callUs, spentUs } of rounds) {
    const rate = (count: number) => (count / load.seconds).toFixed(0);
    const { sent, good, late, refused, failed, refusalP50Ms, refusalP99Ms, generatorBusy } = load;
    const counts = [peak.toFixed(0), ...[sent, good, late, refused, failed].map(rate)];
    const times = [refusalP50Ms, refusalP99Ms, livezMs].map((ms) => ms.toFixed(1));
    console.log(
      [...counts, ...times, generatorBusy.toFixed(2), callUs.toFixed(0), (spentUs / load.seconds / 1e6).toFixed(2)]
        .map((cell) => cell.padStart(12))
        .join(""),
    );
  }
  console.log("");
  const perProcessor = rounds.map(({ callUs, load, spentUs }) => (load.good * callUs) / spentUs);
  const shares = rounds.map(({ peak, load }) => load.good / load.seconds / peak);
  const ratio = median(rounds.map(({ refusalUs, callUs }) => refusalUs / callUs));
  const fourth = shares.toSorted((a, b) => b - a)[plan.rounds - 2] ?? Number.NaN;
  console.log(`figure: goodput in four of five rounds, x peak, ${title} = ${fourth.toFixed(2)} (bar 0.6, aim 0.8)`);
  console.log(`figure: goodput, median, x peak, ${title} = ${median(shares).toFixed(2)} (bar 0.6, aim 0.8)`);
  console.log(
    `figure: goodput per processor time, median, x peak, ${title} = ${median(perProcessor).toFixed(2)} (bar 0.6, aim 0.8)`,
  );
  console.log(`figure: processor time of a refusal, x a call, ${title} = ${ratio.toFixed(3)} (bar 0.2)`);
  console.log(
    `figure: slowest /livez in ms, ${title} = ${Math.max(...rounds.map(({ livezMs }) => livezMs)).toFixed(0)} (bar 1000)`,
  );
}
