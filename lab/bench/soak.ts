// Keeps two instances busy for 100 minutes while their store, their product and their identity service fail, and operators
// do their work, and measures what is left of it; README.md says what each figure means.

import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { problemCatalogue } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { type Answer, createCallers } from "@assay/testing/services/callers";
import { freePort } from "@assay/testing/services/free-port";
import { percentile } from "@assay/testing/services/load";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { checkAnswer, checkProblem } from "../../e2e/http/check-answer.ts";
import { startFaultProxy } from "../fleet/fault-proxy.ts";
import { abortCall, createSoakCalls, type SoakCall } from "./soak-calls.ts";
import { createFaults } from "./soak-faults.ts";
import { startSoakFleet } from "./soak-fleet.ts";
import { type Sample, slopeOf, sum, warmSamples } from "./soak-samples.ts";

// Seven minutes have every fault once.
const minutes = Number(process.env.ASSAY_SOAK_MINUTES || scaled({ ci: 7, full: 100 }));
if (!(minutes > 0)) throw new Error("ASSAY_SOAK_MINUTES must be a number of minutes, such as 100.");
const durationMs = minutes * 60_000;
const sampleMs = Math.min(60_000, durationMs / 30);
const [warmUpMs, capacityMs] = scaled({ ci: [10_000, 15_000], full: [30_000, 60_000] });
const load = 0.6;
// Fewer than the service lets wait, whatever the machine does.
const callersAtOnce = 32;
const abortsPerSecond = 3;
// So many say enough.
const mostUnexpected = 500;

// Whatever ends it early, what was started is stopped.
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.once(name, () => stopping.abort(new Error(`Stopped by ${name}.`)));
// Also what is thrown below comes here, once everything has stopped.
process.on("uncaughtException", (reason) => {
  console.error(reason);
  process.exitCode = 1;
  stopping.abort(reason);
});

await using redis = await startRedis();
const productPort = await freePort();
await using sandbox = await startSandbox({ identity: true, datamint: { port: productPort } });
const { identity, datamint } = sandbox;
const person = await identity.createPerson("Ada");
const keys = await Promise.all(Array.from({ length: 20 }, () => identity.createKey(person)));
const revoked: string[] = [];
await using registryProxy = await startFaultProxy(productPort);
const registryUrl = datamint.registryUrl.replace(`:${productPort}/`, `:${registryProxy.port}/`);
const domain = { ...datamint.asDomain, registry: { ...datamint.asDomain.registry, url: registryUrl } };
await using fleet = await startSoakFleet({
  domains: [{ ...domain, refreshSeconds: 5, maxStaleSeconds: { specPackage: 40, registry: 20 } }],
  keys: { introspectionUrl: identity.introspectionUrl, clientId: "assay", clientSecret: identity.clients.assay.secret },
  proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
  store: { urls: [redis.url], secret: randomBytes(32).toString("base64url") },
  trustedProxies: ["127.0.0.1/32"],
  log: { level: "warn" },
  limit: { calls: 20, windowSeconds: 60 },
  // Longer than by default: an identity service that a busy machine leaves without a turn is no fault of this soak.
  ...{ timeoutMs: 5_000, fetchTimeoutMs: 10_000, identityTimeoutMs: 10_000 },
});
const { url, kept } = fleet;
const { child } = kept;
void child.exited.then(() => stopping.abort(new Error(`An instance ended by itself: ${child.output().slice(-2_000)}`)));
using callers = createCallers();
await using faults = createFaults({
  ...{ sandbox, redis, productPort, registryProxy, person, keys, revoked },
  restart: fleet.restartOther,
});
const next = createSoakCalls({ url, identity, keys, revoked, seed });

const answers = new Map<string, number>();
const unexpected: string[] = [];
const lost: string[] = [];
let validMs: number[] = [];
signal.throwIfAborted();

const capacity = await measureCapacity();
const callsPerSecond = load * capacity;
console.log(`Capacity: ${capacity.toFixed(0)} calls/s; ${callsPerSecond.toFixed(0)} calls/s for ${minutes} minutes.\n`);
answers.clear();
validMs = [];
const begin = performance.now();
const samples: Sample[] = [];
const processorBefore = processorSeconds(child.pid);
const aborts = setInterval(abortCall, 1_000 / abortsPerSecond, url);
try {
  await together(callFor(durationMs, callsPerSecond), faults.run(minutes, signal), sample());
} finally {
  clearInterval(aborts);
  if (unexpected.length + lost.length > 0)
    for (const log of fleet.logs()) console.log(`\nLog of an instance:\n${warnings(log)}`);
}
const processorShare = (1_000 * (processorSeconds(child.pid) - processorBefore)) / (performance.now() - begin);

console.log("\nAnswers by kind of call:");
for (const [told, count] of [...answers].sort()) console.log(`  ${String(count).padStart(7)} ${told}`);
for (const text of unexpected.slice(0, 10)) console.log(`Unexpected: ${text}`);
for (const text of lost.slice(0, 10)) console.log(`Without an answer: ${text}`);
const warm = warmSamples(samples, minutes);
const logged = Map.groupBy(child.output().matchAll(/"event":"([^"]+)"/g), ([, event]) => event);
const slope = (name: Parameters<typeof slopeOf>[1], of = warm) => slopeOf(of, name).toFixed(2);

figure("capacity, calls/s", capacity.toFixed(0), "-");
figure(
  `calls in ${minutes} minutes, x capacity`,
  `${calls()}, ${(calls() / (60 * minutes * capacity)).toFixed(2)}`,
  load,
);
figure("processor of the instance that runs all the time, from 0 to 1", processorShare.toFixed(2), "-");
figure("faults and tasks", JSON.stringify(faults.begun), "-");
figure("warnings in its log", [...logged].map(([event, all]) => `${all.length} ${event}`).join(", "), "-");
figure("unexpected answers", unexpected.length, 0);
figure("calls without an answer", lost.length, 0);
figure("refused as overloaded", sum([...answers].map(([told, count]) => (/ overloaded$/.test(told) ? count : 0))), "-");
figure("memory after garbage collection, first and last MiB counted", firstAndLast("heapMb"), "-");
figure("its slope, MiB per hour", slope("heapMb"), "4, printed only");
figure("the same of the second half", slope("heapMb", samples.slice(samples.length / 2)), "4, printed only");
figure("open files, first and last counted", firstAndLast("files"), "-");
figure("slope of open files, per hour", slope("files"), "1, printed only");
figure("median time of a valid candidate, first and last ms", firstAndLast("p50Ms"), "-");
figure("its slope, ms per hour", slope("p50Ms"), "1, printed only");
figure("slope of its 99th percentile, ms per hour", slope("p99Ms"), "printed only");
if (unexpected.length + lost.length > 0) process.exitCode = 1;

/** How many calls a second 32 callers get who wait for their answers and no longer. */
async function measureCapacity(): Promise<number> {
  await together(callFor(warmUpMs, Number.POSITIVE_INFINITY));
  const before = calls();
  await together(callFor(capacityMs, Number.POSITIVE_INFINITY));
  return (1_000 * (calls() - before)) / capacityMs;
}

/** Calls at a rate; a caller that is late sends its next call at once, so a slow machine is not overloaded. */
async function callFor(milliseconds: number, rate: number): Promise<void> {
  const from = performance.now();
  const everyMs = (1_000 * callersAtOnce) / rate;
  async function repeat(_: unknown, caller: number): Promise<void> {
    let due = from + (everyMs * caller) / callersAtOnce;
    for (; performance.now() < from + milliseconds; due = Math.max(due + everyMs, performance.now())) {
      await wait(Math.max(0, due - performance.now()));
      signal.throwIfAborted();
      const call = next();
      const told = await callers.call(url, call.sent).then(
        (answer) => tell(call, answer),
        (reason: unknown) => {
          lost.push(`${call.kind}: ${reason}`);
          return `${call.kind}: no answer`;
        },
      );
      answers.set(told, (answers.get(told) ?? 0) + 1);
      if (unexpected.length + lost.length >= mostUnexpected)
        stopping.abort(new Error(`Too many unexpected answers: ${[...unexpected, ...lost].slice(0, 10).join("\n")}`));
    }
  }
  await Promise.all(Array.from({ length: callersAtOnce }, repeat));
}

async function sample(): Promise<void> {
  row("minute", "heap MiB", "resident MiB", "files", "p50 ms", "p99 ms", "calls/s", "processor");
  let before = { at: begin, processor: processorBefore, calls: 0 };
  for (let due = begin + sampleMs; samples.length * sampleMs < durationMs - 1; due += sampleMs) {
    await wait(Math.max(0, due - performance.now()), undefined, { signal });
    const now = { at: performance.now(), processor: processorSeconds(child.pid), calls: calls() };
    const seconds = (now.at - before.at) / 1_000;
    const times = validMs;
    validMs = [];
    // Twice: what the first collection finalizes is free only after the second.
    await kept.vitalsCollected();
    const { heapBytes, rssBytes } = await kept.vitalsCollected();
    const measured: Sample = {
      minute: (now.at - begin) / 60_000,
      heapMb: heapBytes / 2 ** 20,
      files: readdirSync(`/proc/${child.pid}/fd`).length,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      callsPerSecond: (now.calls - before.calls) / seconds,
    };
    samples.push(measured);
    const { minute, heapMb, files, p50Ms, p99Ms } = measured;
    const share = (now.processor - before.processor) / seconds;
    row(minute, heapMb, rssBytes / 2 ** 20, files, p50Ms, p99Ms, measured.callsPerSecond, share);
    before = now;
  }
}

/** The last warnings of a log, without the many that refused calls cause. */
function warnings(log: string): string {
  const lines = log.split("\n").filter((line) => !line.includes('"event":"proxy-refused"'));
  return lines.slice(-50).join("\n");
}

/** Waits for all; when one fails, the others are stopped first. */
async function together(...tasks: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(tasks);
  } catch (reason) {
    stopping.abort(reason);
    await Promise.allSettled(tasks);
    throw signal.reason;
  }
}

/** The answer in a few words; one that is not documented, or not for this call at this moment, is kept. */
function tell(call: SoakCall, { status, body, header, sentAt, answeredAt }: Answer): string {
  const text = Buffer.from(body, "latin1").toString();
  let told = `${status}`;
  try {
    if (status >= 400) told = `${status} ${codeIn(text)}`;
    const names = ["content-type", "cache-control", "x-request-id", "retry-after", "allow"];
    const headers = Object.fromEntries(names.map((name) => [name, header(name)]));
    const answer = { status, headers, body: text };
    if (call.operation === "mcp") {
      if (JSON.parse(text).jsonrpc !== "2.0") throw new Error("not an answer of JSON-RPC");
    } else if (call.operation) checkAnswer(call.operation, answer, url);
    else if (status >= 400) checkProblem(answer, url);
    const isKnown = call.expected.includes(told) || told === "503 overloaded" || faults.explains(told);
    if (!isKnown) throw new Error("not expected now");
    if (call.kind === "valid" && status === 200) validMs.push(answeredAt - sentAt);
  } catch (reason) {
    unexpected.push(`${call.kind}: ${told}: ${reason}: ${text.slice(0, 300)}`);
  }
  return `${call.kind}: ${told}`;
}

/** The code of a problem, also of one inside an error of JSON-RPC. */
function codeIn(text: string): string {
  const { code, error } = JSON.parse(text);
  const found = error?.data?.code ?? code;
  return Object.hasOwn(problemCatalogue, found) ? found : `unknown code ${found}`;
}

function calls(): number {
  return sum(answers.values());
}

function firstAndLast(name: "heapMb" | "files" | "p50Ms"): string {
  return [warm[0], warm.at(-1)].map((one) => one?.[name].toFixed(1)).join(" and ");
}

function row(...cells: readonly (string | number)[]): void {
  const text = (cell: string | number) => (typeof cell === "string" ? cell : String(Math.round(100 * cell) / 100));
  console.log(cells.map((cell) => text(cell).padStart(13)).join(""));
}
