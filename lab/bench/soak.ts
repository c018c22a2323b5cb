// Keeps the service busy for half an hour while its store, its product and its identity service fail now and then, and
// measures what is left of it in memory; README.md says what each figure means.

import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { problemCatalogue } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { type Answer, createCallers } from "@assay/testing/services/callers";
import { freePort } from "@assay/testing/services/free-port";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { checkAnswer, checkProblem } from "../../e2e/http/check-answer.ts";
import { startService } from "../../e2e/upstream/start-service.ts";
import { abortCall, createSoakCalls, type SoakCall } from "./soak-calls.ts";
import { createFaults } from "./soak-faults.ts";

const { minutes, cycles } = scaled({ ci: { minutes: 3, cycles: 1 }, full: { minutes: 30, cycles: 6 } });
const samples = 30;
const callsPerSecond = 100;
// Fewer than the service lets wait, whatever the machine does.
const callersAtOnce = 32;
const abortsPerSecond = 3;
const durationMs = minutes * 60_000;

await using redis = await startRedis();
const productPort = await freePort();
await using sandbox = await startSandbox({ identity: true, datamint: { port: productPort } });
const { identity, datamint } = sandbox;
const person = await identity.createPerson("Ada");
const keys = await Promise.all(Array.from({ length: 20 }, async () => (await identity.createKey(person)).key));
await using service = await startService({
  domains: [{ ...datamint.asDomain, refreshSeconds: 5, maxStaleSeconds: { specPackage: 40, registry: 20 } }],
  keys: { introspectionUrl: identity.introspectionUrl, clientId: "assay", clientSecret: identity.clients.assay.secret },
  proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
  store: { urls: [redis.url], secret: randomBytes(32).toString("base64url") },
  trustedProxies: ["127.0.0.1/32"],
  log: { level: "warn" },
  limit: { calls: 20, windowSeconds: 60 },
  // Longer than by default: an identity service that a busy machine leaves without a turn is no fault of this soak.
  ...{ timeoutMs: 5_000, fetchTimeoutMs: 10_000, identityTimeoutMs: 10_000 },
});
const { url, child } = service;
using callers = createCallers();
await using faults = createFaults(sandbox, redis, productPort);
const next = createSoakCalls({ url, identity, keys, seed });

const answers = new Map<string, number>();
const unexpected: string[] = [];
const lost: string[] = [];
const begin = performance.now();
/** Calls at its share of the rate; one that is late sends its next call at once, so a slow machine is not overloaded. */
async function repeat(_: unknown, caller: number): Promise<void> {
  const everyMs = (1_000 * callersAtOnce) / callsPerSecond;
  let due = begin + (everyMs * caller) / callersAtOnce;
  for (; performance.now() < begin + durationMs; due = Math.max(due + everyMs, performance.now())) {
    await wait(Math.max(0, due - performance.now()));
    const call = next();
    const told = await callers.call(url, call.sent).then(
      (answer) => tell(call, answer),
      (reason: unknown) => {
        lost.push(`${call.kind}: ${reason}`);
        return `${call.kind}: no answer`;
      },
    );
    answers.set(told, (answers.get(told) ?? 0) + 1);
  }
}
const calling = Promise.all(Array.from({ length: callersAtOnce }, repeat));
const aborts = setInterval(abortCall, 1_000 / abortsPerSecond, url);
const failing = faults.run(cycles, durationMs / cycles);

interface Sample {
  readonly minute: number;
  readonly heapMb: number;
  readonly files: number;
}
const taken: Sample[] = [];
const processorBefore = processorSeconds(child.pid);
row("minute", "heap MiB", "resident MiB", "files", "handles", "processor", "calls");
for (let index = 1, before = processorBefore, at = begin; index <= samples; index += 1) {
  await wait(Math.max(0, begin + (index * durationMs) / samples - performance.now()));
  const sample = await measure();
  const [now, processor] = [performance.now(), processorSeconds(child.pid)];
  taken.push(sample);
  const share = (1_000 * (processor - before)) / (now - at);
  row(sample.minute, sample.heapMb, sample.residentMb, sample.files, sample.handles, share, sum(answers.values()));
  [before, at] = [processor, now];
}
await Promise.all([failing, calling]);
clearInterval(aborts);
const processorShare = (1_000 * (processorSeconds(child.pid) - processorBefore)) / (performance.now() - begin);

console.log("\nAnswers by kind of call:");
for (const [told, count] of [...answers].sort()) console.log(`  ${String(count).padStart(7)} ${told}`);
for (const text of unexpected.slice(0, 10)) console.log(`Unexpected: ${text}`);
for (const text of lost.slice(0, 10)) console.log(`Without an answer: ${text}`);
const late = taken.filter(({ minute }) => minute > minutes / 6);
const logged = Map.groupBy(child.output().matchAll(/"event":"([^"]+)"/g), ([, event]) => event);

figure(`calls in ${minutes} minutes`, sum(answers.values()), "-");
figure("processor of the service, from 0 to 1", processorShare.toFixed(2), "about 0.3");
figure("faults", JSON.stringify(faults.begun), "-");
figure("warnings in the log", [...logged].map(([event, all]) => `${all.length} ${event}`).join(", "), "-");
figure("unexpected answers", unexpected.length, 0);
figure("calls without an answer", lost.length, 0);
figure("refused as overloaded", sum([...answers].map(([told, count]) => (/ overloaded$/.test(told) ? count : 0))), "-");
figure("memory after garbage collection, first and last MiB counted", `${first("heapMb")} and ${last("heapMb")}`, "-");
figure("its slope, MiB per hour", (60 * slope(late, "heapMb")).toFixed(2), "4, printed only");
figure("the same of the second half", (60 * slope(taken.slice(samples / 2), "heapMb")).toFixed(2), "printed only");
figure("slope of open files, per hour", (60 * slope(late, "files")).toFixed(1), "printed only");
figure(
  "open files at the most and at the end",
  `${Math.max(...late.map(({ files }) => files))} and ${last("files")}`,
  "-",
);
if (unexpected.length + lost.length > 0) process.exitCode = 1;

/** The answer in a few words; one that is not documented, or not for this call at this moment, is kept. */
function tell(call: SoakCall, { status, body, header }: Answer): string {
  const text = Buffer.from(body, "latin1").toString();
  const code = status < 400 ? "" : codeIn(text);
  const told = code ? `${status} ${code}` : `${status}`;
  try {
    const names = ["content-type", "cache-control", "x-request-id", "retry-after", "allow"];
    const headers = Object.fromEntries(names.map((name) => [name, header(name)]));
    const answer = { status, headers, body: text };
    if (call.operation === "mcp") {
      if (JSON.parse(text).jsonrpc !== "2.0") throw new Error("not an answer of JSON-RPC");
    } else if (call.operation) checkAnswer(call.operation, answer, url);
    else if (status >= 400) checkProblem(answer, url);
    const isKnown = call.expected.includes(told) || told === "503 overloaded" || faults.explains(told);
    if (!isKnown) throw new Error("not expected now");
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

async function measure() {
  // Twice: what the first collection finalizes is free only after the second.
  await service.vitalsCollected();
  const { heapBytes, rssBytes, resources } = await service.vitalsCollected();
  return {
    minute: (performance.now() - begin) / 60_000,
    heapMb: heapBytes / 2 ** 20,
    residentMb: rssBytes / 2 ** 20,
    files: readdirSync(`/proc/${child.pid}/fd`).length,
    handles: resources.length,
  };
}

/** The slope of the line that fits best, by minute (least squares). */
function slope(points: readonly Sample[], name: "heapMb" | "files"): number {
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const x = mean(points.map(({ minute }) => minute));
  const y = mean(points.map((point) => point[name]));
  const products = points.map((point) => (point.minute - x) * (point[name] - y));
  return sum(products) / sum(points.map(({ minute }) => (minute - x) ** 2));
}

function first(name: "heapMb" | "files"): string {
  return Number(late[0]?.[name].toFixed(1)).toString();
}

function last(name: "heapMb" | "files"): string {
  return Number(late.at(-1)?.[name].toFixed(1)).toString();
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

function row(...cells: readonly (string | number)[]): void {
  const text = (cell: string | number) => (typeof cell === "string" ? cell : String(Math.round(100 * cell) / 100));
  console.log(cells.map((cell) => text(cell).padStart(13)).join(""));
}
