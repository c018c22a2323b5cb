import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type Domain, limits } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { figure } from "@assay/testing/figure";
import { isFullScale } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { aCandidate, type Caller, domainOf } from "./service.ts";
import { type ServiceProcess, startService } from "./start-service.ts";
import { startUnreliableProduct, type UnreliableProduct } from "./unreliable-product.ts";
import { compiled } from "./verdicts.ts";

const good = specFile("datamint/generator-option/1.0.0", [{ op: "remove", path: "/next" }]);
const { digest } = compiled(good);

interface Offered {
  readonly name: string;
  readonly body: string | Uint8Array;
}

function edited(from: string | RegExp, to: string): Uint8Array {
  return Buffer.from(Buffer.from(good).toString().replace(from, to));
}

const broken: readonly Offered[] = [
  ...hostilePackages()
    .filter(({ ends }) => ends !== "accepted")
    .map(({ kind, name, bytes }) => ({ name: `${kind}: ${name}`, body: bytes })),
  { name: "nothing", body: "" },
  { name: "no JSON", body: "<!doctype html><title>Not here</title>" },
  { name: "half of a package", body: good.slice(0, good.length / 2) },
  { name: "10 MB of blanks", body: Buffer.alloc(10_000_000, " ") },
  { name: "10 MB of text in a package", body: edited('"title":"', `"title":"${"x".repeat(10_000_000)}`) },
  { name: "as many brackets as fit", body: "[".repeat(limits.specPackage.bytes) },
  { name: "as many empty lists as fit", body: `[${"[],".repeat(limits.specPackage.bytes / 3 - 2)}0]` },
  { name: "as many members as fit", body: manyMembers() },
  { name: "another product's", body: edited('"targetProduct":"datamint"', '"targetProduct":"mintdata"') },
  { name: "another domain's", body: edited('"domainId":"generator-option"', '"domainId":"other-option"') },
  { name: "without tests", body: edited(/"tests":\[.*\]/s, '"tests":[]') },
  { name: "of another format", body: edited("spec-package/v1", "spec-package/v2") },
];

// Memory is what it asks for: a table entry and an object for every ten bytes.
function manyMembers(): string {
  const members = Array.from({ length: 20_000 }, (_, index) => `"m${index}":{}`);
  return `{"format":"spec-package/v1",${members.join(",")}}`.slice(0, limits.specPackage.bytes);
}

// The largest of those that are accepted: 64 tests with hundreds of ids each.
function largestHonest(): Uint8Array {
  const accepted = hostilePackages().filter(({ ends }) => ends === "accepted");
  const largest = accepted.reduce((a, b) => (a.bytes.length >= b.bytes.length ? a : b));
  return largest.bytes;
}

test("no hostile or broken package is activated under load, and callers hardly notice", async () => {
  await using product = await startUnreliableProduct();
  product.misbehave("spec package", { kind: "instead", body: good });
  await using service = await startService({ domains: [domainOf(product, { refreshSeconds: 0.2 })] });
  const offered = broken.filter((_, index) => isFullScale || index % 10 === 0 || index >= broken.length - 3);
  await windowOf(service, async () => await setTimeout(1_000));
  const before = await service.vitalsCollected();

  const quiet: Window[] = [];
  const busy: Window[] = [];
  let slowest = { ms: 0, name: "" };
  let activated = 0;
  // As long as the window before it, so that both arms have as many calls and as many turns of the loop.
  const quietWindow = () => windowOf(service, async () => await setTimeout(busy.at(-1)?.lengthMs ?? 500));
  for (const { name, body } of offered) {
    quiet.push(await quietWindow());
    busy.push(
      await windowOf(service, async () => {
        const begun = performance.now();
        product.misbehave("spec package", { kind: "instead", body });
        await asked(product);
        await untilStatus(service, "degraded", name);
        const ms = Math.round(performance.now() - begun);
        if (ms > slowest.ms) slowest = { ms, name };
        await setTimeout(200);
      }),
    );
    const domain = await service.caller.domain();
    if (domain.specPackage?.digest !== digest) activated += 1;
    product.misbehave("spec package", { kind: "instead", body: good });
    await untilStatus(service, "ready", `after ${name}`);
  }
  figure("hostile or broken packages offered", offered.length, isFullScale ? 40 : "40 at full scale");
  figure("of them activated", activated, 0);
  assert.equal(activated, 0);

  const honest = largestHonest();
  const wanted = compiled(honest).digest;
  quiet.push(await quietWindow());
  busy.push(
    await windowOf(
      service,
      async () => {
        const begun = performance.now();
        product.misbehave("spec package", { kind: "instead", body: honest });
        await waitUntil("the largest honest package is in force", () => service.caller.domain(), {
          isDone: (domain) => domain.specPackage?.digest === wanted,
        });
        timingFigure("the largest honest package in force after, ms", performance.now() - begun, 2_000);
      },
      null,
    ),
  );
  await setTimeout(1_000);
  const after = await service.vitalsCollected();

  const p99 = p99Of(busy) / p99Of(quiet);
  const middle = (windows: readonly Window[]) =>
    percentile(
      windows.map((window) => window.longestLoopDelayMs),
      0.5,
    );
  const loop = middle(busy) / middle(quiet);
  figure("p99 of calls while a package is tried, ms", rounded(p99Of(busy)), "none");
  figure("p99 of calls in quiet windows, ms", rounded(p99Of(quiet)), "none");
  figure("longest loop delay while a package is tried, ms", worst(busy), 50);
  figure("longest loop delay in quiet windows, ms", worst(quiet), 50);
  figure(`slowest refusal (${slowest.name}), ms`, slowest.ms, "none");
  figure("memory growth, MiB", Math.round((after.rssBytes - before.rssBytes) / 2 ** 20), 64);
  figure("heap growth after collection, MiB", Math.round((after.heapBytes - before.heapBytes) / 2 ** 20), 16);
  timingFigure("p99 of calls while a package is tried, to quiet windows", p99, 4);
  timingFigure("longest loop delay while a package is tried, to quiet windows", loop, 4);
});

interface Window {
  readonly lengthMs: number;
  readonly callsMs: readonly number[];
  readonly longestLoopDelayMs: number;
}

// Calls come in steadily; every one of them is judged by the rules that were in force before.
async function windowOf(
  service: ServiceProcess,
  during: () => Promise<unknown>,
  wanted: string | null = digest,
): Promise<Window> {
  await service.vitals();
  const begun = performance.now();
  const callsMs: number[] = [];
  let open = true;
  const load = (async () => {
    while (open) {
      callsMs.push(await timedCall(service.caller, wanted));
      await setTimeout(20);
    }
  })();
  await Promise.all([load, during().finally(() => (open = false))]);
  const { longestLoopDelayMs } = await service.vitals();
  return { lengthMs: performance.now() - begun, callsMs, longestLoopDelayMs };
}

async function timedCall(caller: Caller, wanted: string | null): Promise<number> {
  const begun = performance.now();
  const { status, body } = await caller.validate(aCandidate({ generatorId: "person-basic" }));
  const ms = performance.now() - begun;
  assert.equal(status, 200);
  if (wanted !== null) assert.equal(body.evidence.specPackage.digest, wanted);
  return ms;
}

async function asked(product: UnreliableProduct): Promise<void> {
  const before = product.asked("spec package");
  await waitUntil("the product is asked for its spec package", () => product.asked("spec package") > before);
}

async function untilStatus({ caller }: ServiceProcess, wanted: Domain["status"], when: string): Promise<void> {
  const isDone = ({ status }: Domain) => status === wanted;
  await waitUntil(`the domain is ${wanted} (${when})`, () => caller.domain(), { isDone });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function p99Of(windows: readonly Window[]): number {
  return percentile(
    windows.flatMap(({ callsMs }) => callsMs),
    0.99,
  );
}

function worst(windows: readonly Window[]): number {
  return rounded(Math.max(...windows.map(({ longestLoopDelayMs }) => longestLoopDelayMs)));
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
