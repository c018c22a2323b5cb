// Compares Assay's processor time per call with that of a service that a team would run in production without Assay.

import { join } from "node:path";
import { pickForScale } from "@assay/testing/scale";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { usualCandidate } from "./candidates.ts";
import { connectCallers } from "./load.ts";
import { median } from "./measure.ts";

const plan = {
  connections: 8,
  callsPerSecond: 400,
  ...pickForScale({
    ci: { runs: 1, rounds: 6, roundMs: 1_500, warmUpCalls: 3_000 },
    full: { runs: 3, rounds: 10, roundMs: 2_000, warmUpCalls: 30_000 },
  }),
};
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usualCandidate() });

// `bare` is Fastify with Ajv. `useful`, the baseline, adds a log and all errors. `announced` has a next spec package.
const names = ["assay", "announced", "page", "bare", "useful"] as const;
type Name = (typeof names)[number];
type Round = { readonly [name in Name]: number };

const ratios: Round[] = [];
for (let run = 1; run <= plan.runs; run += 1) {
  const { rounds, busy } = await runOnce();
  console.log(`Run ${run}: ${body.length} bytes, ${plan.callsPerSecond} calls/s, ${plan.rounds} rounds; medians:\n`);
  printRow("", "processor µs/call", "x useful floor");
  const ratio = Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round[name] / round.useful))]),
  ) as Round;
  for (const name of names)
    printRow(name, median(rounds.map((round) => round[name])).toFixed(0), ratio[name].toFixed(2));
  console.log(`\nThe load generator was busy for ${(100 * busy).toFixed(0)} % of the time.\n`);
  ratios.push(ratio);
}

printFigure("processor time of POST /api/validate, x useful floor", "assay", "2, aim 1.6");
printFigure("the same with a next package announced, x useful floor", "announced", "-");
printFigure("processor time of GET /, x useful floor", "page", "-");
console.log(
  `figure: processor time of POST /api/validate, x bare route = ${median(ratios.map(({ assay, bare }) => assay / bare)).toFixed(2)} (bar -)`,
);

/** Starts new processes for all services, because the compiler optimizes different functions in each process. */
async function runOnce(): Promise<{ readonly rounds: readonly Round[]; readonly busy: number }> {
  await using started = new AsyncDisposableStack();
  const start = async (...args: readonly string[]) => started.use(await startServer(...args));
  const assay = await start("assay");
  const answer = await fetch(`${findUrl(assay)}/api/validate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const services = {
    assay,
    announced: await start("announced"),
    page: assay,
    bare: await start("bare"),
    useful: await start("useful", await answer.text()),
  };
  const targets = {} as { [name in Name]: Awaited<ReturnType<typeof connectTarget>> };
  for (const name of names) {
    targets[name] = started.use(await connectTarget(services[name], name === "page"));
    await targets[name].warmUp();
  }

  const rounds: Round[] = [];
  const busy: number[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const measured = {} as { [name in Name]: number };
    // Rotates the order, so that no target is always measured first.
    for (let position = 0; position < names.length; position += 1) {
      const name = names[(position + round) % names.length] as Name;
      const { processorUs, generatorBusy } = await targets[name].run();
      measured[name] = processorUs;
      busy.push(generatorBusy);
    }
    rounds.push(measured);
  }
  return { rounds, busy: median(busy) };
}

async function connectTarget({ readyLine }: Child, requestsPage: boolean) {
  const [, url, meterUrl = ""] = readyLine.split(" ");
  const { connections, callsPerSecond, roundMs, warmUpCalls } = plan;
  const callers = requestsPage
    ? await connectCallers(`${url}/`, undefined, { connections, isExpected: isPage })
    : await connectCallers(`${url}/api/validate`, body, { connections, isExpected: isValidVerdict });
  const fetchProcessorUs = async () => Number(await (await fetch(meterUrl)).text());
  return {
    async warmUp() {
      for (let calls = 0; calls < warmUpCalls; ) calls += (await callers.run(500)).calls;
    },
    async run() {
      const before = await fetchProcessorUs();
      const { calls, generatorBusy } = await callers.run(roundMs, callsPerSecond);
      return { processorUs: ((await fetchProcessorUs()) - before) / calls, generatorBusy };
    },
    [Symbol.asyncDispose]: async () => callers[Symbol.dispose](),
  };
}

function isValidVerdict(answer: string): boolean {
  return answer.includes('"valid":true');
}

function isPage(answer: string): boolean {
  if (answer.startsWith("See ")) throw new Error("The page at / is not built: run npm run build first.");
  return answer.includes("<html");
}

function startServer(...args: readonly string[]): Promise<Child> {
  return startChild({
    args: ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), ...args],
    isReady: (line) => line.startsWith("listening "),
    readyTimeoutMs: 60_000,
  });
}

function findUrl({ readyLine }: Child): string | undefined {
  return readyLine.split(" ")[1];
}

function printRow(name: string, ...cells: readonly string[]): void {
  console.log(`${name.padEnd(12)}${cells.map((cell) => cell.padStart(20)).join("")}`);
}

function printFigure(title: string, name: Name, bar: string): void {
  const values = ratios.map((ratio) => ratio[name]);
  const runs = values.length > 1 ? `; runs: ${values.map((value) => value.toFixed(2)).join(", ")}` : "";
  console.log(`figure: ${title} = ${median(values).toFixed(2)} (bar ${bar}${runs})`);
}
