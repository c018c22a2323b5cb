// Measures what a service with many domains costs: when the first and the last are ready, memory, the processor time of
// domains that do not change, and what calls notice while others load.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { resolvedTests } from "@assay/contract";
import { generatedName, generatedPackage } from "@assay/testing/corpora/generated-package";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { freePort } from "@assay/testing/services/free-port";
import { startGeneratedProduct } from "@assay/testing/services/generated-product";
import { type Outcome, percentile, startLoad } from "@assay/testing/services/load";
import { manyCalls } from "@assay/testing/services/many-calls";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startChild } from "@assay/testing/services/start-child";

// Refreshes come every 30 seconds, so a steady minute has two of each domain.
const plan = { callsPerSecond: 20, callsMs: 10_000, steadyMs: 60_000, pollMs: 200 };
const startTimeoutMs = 1_800_000;
const counts = process.argv
  .slice(3)
  .map(Number)
  .filter((count) => count > 0);
const measured: Measured[] = [];
for (const count of counts.length > 0 ? counts : scaled({ ci: [1, 10], full: [1, 10, 100, 1_000] })) {
  measured.push(await measure(count));
}

console.log(
  `${plan.callsPerSecond} calls/s for the first domain while others load and for ${plan.callsMs / 1_000} s after that;`,
);
console.log(`then a minute without calls, in which each domain is refreshed twice:\n`);
const columns = [
  ["domains", (of) => of.domains],
  ["first ready s", (of) => of.firstSeconds.toFixed(1)],
  ["last ready s", (of) => of.lastSeconds.toFixed(1)],
  ["CPU s to load", (of) => of.loadingCpuSeconds.toFixed(1)],
  ["peak MB", (of) => of.peakMb.toFixed(0)],
  ["steady MB", (of) => of.steadyMb.toFixed(0)],
  ["CPU ms/dom/min", (of) => of.steadyCpuMs.toFixed(1)],
  ["p99 ms loading", (of) => of.loadingP99Ms.toFixed(0)],
  ["p99 ms after", (of) => of.afterP99Ms.toFixed(0)],
] as const satisfies readonly (readonly [string, (of: Measured) => number | string])[];
console.log(columns.map(([name]) => name.padStart(16)).join(""));
for (const one of measured) console.log(columns.map(([, cell]) => String(cell(one)).padStart(16)).join(""));
console.log("");
for (const one of measured) {
  const with_ = `with ${one.domains} domains`;
  figure(`domains that are not ready, ${with_}`, one.notReady, 0);
  figure(`documents refused or not loaded, ${with_}`, one.failures, 0);
  figure(`documents fetched again in a steady minute, ${with_}`, one.fetchedAgain, 0);
  figure(`documents confirmed by 304 in a steady minute, x domains, ${with_}`, one.confirmed.toFixed(1), "-");
  figure(`p99 of calls while domains load, x after, ${with_}`, (one.loadingP99Ms / one.afterP99Ms).toFixed(1), "-");
}

interface Measured {
  readonly domains: number;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  readonly loadingCpuSeconds: number;
  readonly peakMb: number;
  readonly steadyMb: number;
  /** Processor time per domain and minute. */
  readonly steadyCpuMs: number;
  readonly loadingP99Ms: number;
  readonly afterP99Ms: number;
  readonly notReady: number;
  readonly failures: number;
  readonly fetchedAgain: number;
  /** Per domain. */
  readonly confirmed: number;
}

async function measure(domains: number): Promise<Measured> {
  await using everything = new AsyncDisposableStack();
  const product = everything.use(await startGeneratedProduct());
  const folder = mkdtempSync(join(tmpdir(), "assay-domains-"));
  everything.defer(() => rmSync(folder, { recursive: true }));
  const [port, operatorPort] = [await freePort(), await freePort()];
  const [url, operatorUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${operatorPort}`];
  const file = join(folder, "settings.json");
  const configured = Array.from({ length: domains }, (_, index) => product.domain(index));
  // Ready means here that all were tried, however slow the machine is.
  const settings = { port, operatorPort, limit: manyCalls, readyTimeoutMs: startTimeoutMs, log: { level: "warn" } };
  writeFileSync(file, JSON.stringify({ ...settings, domains: configured }));

  const begin = performance.now();
  const starting = startChild({
    args: ["--conditions=assay-source", fileURLToPath(new URL("./domains-child.ts", import.meta.url)), file],
    isReady: (line) => line === "ready",
    readyTimeoutMs: startTimeoutMs,
  });
  let isReady = false;
  const started = starting.finally(() => {
    isReady = true;
  });
  const callers = everything.use(createCallers());
  const call = callOf(callers, url);
  let firstSeconds = 0;
  let load: ReturnType<typeof startLoad> | undefined;
  while (!isReady) {
    await wait(plan.pollMs);
    if (firstSeconds > 0 || (await readyDomains(operatorUrl)) === 0) continue;
    firstSeconds = (performance.now() - begin) / 1_000;
    // The first calls compile the functions that all others use.
    for (let turn = 0; turn < 100; turn += 1) await call();
    if (!isReady) load = startLoad(plan.callsPerSecond, call);
  }
  const child = everything.use(await started);
  const lastSeconds = (performance.now() - begin) / 1_000;
  const loading = (await load?.stop()) ?? [];
  const loadingCpuSeconds = processorSeconds(child.pid);
  const notReady = domains - (await readyDomains(operatorUrl));

  const after = startLoad(plan.callsPerSecond, call);
  await wait(plan.callsMs);
  const afterP99Ms = p99(await after.stop());
  const before = { cpu: processorSeconds(child.pid), ...product.answered() };
  await wait(plan.steadyMs);
  const { full, same } = product.answered();
  const failures = child
    .output()
    .split("\n")
    .filter((line) => line.includes('"refresh-failed"'));
  if (failures.length > 0)
    console.log(`Of ${failures.length} failures the first and the last:\n${failures[0]}\n${failures.at(-1)}`);
  return {
    domains,
    firstSeconds: firstSeconds || lastSeconds,
    lastSeconds,
    loadingCpuSeconds,
    peakMb: memoryMb(child.pid, "VmHWM"),
    steadyMb: memoryMb(child.pid, "VmRSS"),
    steadyCpuMs: ((processorSeconds(child.pid) - before.cpu) * 1_000 * 60_000) / plan.steadyMs / domains,
    loadingP99Ms: loading.length > 0 ? p99(loading) : Number.NaN,
    afterP99Ms,
    notReady,
    failures: failures.length,
    fetchedAgain: full - before.full,
    confirmed: (same - before.same) / domains,
  };
}

/** Validates what the first domain accepts. */
function callOf(callers: ReturnType<typeof createCallers>, url: string) {
  const [accepted] = resolvedTests(generatedPackage(0));
  const body = JSON.stringify({ ...generatedName(0), candidate: accepted?.candidate });
  return async () => {
    const answer = await callers.call(url, { path: "/api/validate", body });
    if (answer.status !== 200) throw new Error(`Not the expected answer: ${answer.status} ${answer.body}`);
    return answer;
  };
}

async function readyDomains(operatorUrl: string): Promise<number> {
  const metrics = await fetch(`${operatorUrl}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  return metrics.split('status="ready"} 1').length - 1;
}

function p99(outcomes: readonly Outcome[]): number {
  return percentile(
    outcomes.map(({ milliseconds }) => milliseconds),
    0.99,
  );
}

function memoryMb(pid: number, name: "VmHWM" | "VmRSS"): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1_000;
}
