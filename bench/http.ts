// Measures the service against a bare route that any team could write; README.md says what each figure means.

import { join } from "node:path";
import { type Child, startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { connectCallers, type Load } from "./load.ts";
import { median } from "./measure.ts";

const plan = { connections: 8, rounds: 12, roundMs: 1_000, warmUpMs: 2_000 };

const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });
const isExpected = (answer: string) => answer.startsWith('{"valid":true');

await using assayProcess = await start("assay");
await using bareProcess = await start("bare");
using assay = await connectArm(assayProcess);
using bare = await connectArm(bareProcess);

for (const arm of [assay, bare]) await arm.run(plan.warmUpMs);
const rounds: { readonly assay: Measured; readonly bare: Measured }[] = [];
for (let round = 0; round < plan.rounds; round += 1) {
  // Each goes first in turn, so that a machine that is busy for a while slows both.
  const first = round % 2 === 0 ? await assay.run(plan.roundMs) : undefined;
  const other = await bare.run(plan.roundMs);
  rounds.push({ assay: first ?? (await assay.run(plan.roundMs)), bare: other });
}

console.log(`${body.length} bytes, ${plan.connections} connections, ${plan.rounds} rounds; medians of the rounds:\n`);
row("", "calls/s", "p50 ms", "p99 ms", "processor µs/call", "generator busy");
for (const name of ["assay", "bare"] as const) {
  const of = (value: (measured: Measured) => number) => median(rounds.map((round) => value(round[name])));
  row(
    name,
    of((measured) => measured.callsPerSecond).toFixed(0),
    of((measured) => measured.p50Ms).toFixed(2),
    of((measured) => measured.p99Ms).toFixed(2),
    of((measured) => measured.processorUs).toFixed(0),
    of((measured) => measured.generatorBusy).toFixed(2),
  );
}
console.log("");
figure("POST /api/validate throughput, x bare route", (measured) => measured.callsPerSecond, 0.5);
figure("POST /api/validate p99, x bare route", (measured) => measured.p99Ms, 2);

/** A load, and the processor time that each call of it took in the service, whoever else is on the machine. */
type Measured = Load & { readonly processorUs: number };

async function connectArm({ readyLine }: Child): Promise<{ run(ms: number): Promise<Measured> } & Disposable> {
  const [, url, meterUrl = ""] = readyLine.split(" ");
  const callers = await connectCallers(`${url}/api/validate`, body, { connections: plan.connections, isExpected });
  const processorUs = async () => Number(await (await fetch(meterUrl)).text());
  return {
    async run(ms) {
      const before = await processorUs();
      const load = await callers.run(ms);
      return { ...load, processorUs: ((await processorUs()) - before) / load.calls };
    },
    [Symbol.dispose]: () => callers[Symbol.dispose](),
  };
}

function start(which: "assay" | "bare"): Promise<Child> {
  const args = ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), which];
  return startChild({ args, isReady: (line) => line.startsWith("listening ") });
}

function row(name: string, ...cells: readonly string[]): void {
  console.log(`${name.padEnd(8)}${cells.map((cell) => cell.padStart(18)).join("")}`);
}

function figure(name: string, value: (measured: Measured) => number, bar: number): void {
  const ratio = median(rounds.map((round) => value(round.assay) / value(round.bare)));
  console.log(`figure: ${name} = ${ratio.toFixed(2)} (bar ${bar})`);
}
