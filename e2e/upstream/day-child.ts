// A day of virtual time with a product that fails at random, in a process of its own: what it leaves behind is counted.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { startApp } from "@assay/server";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { manyCalls } from "@assay/testing/services/many-calls";
import { aCandidate, type Caller, callerOf, domainOf } from "./service.ts";
import { type Document, type Fault, startUnreliableProduct, type UnreliableProduct } from "./unreliable-product.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

/** What a day came to. */
export interface Day {
  readonly answers: { readonly [kind: string]: number };
  readonly statuses: { readonly [status: string]: number };
  readonly faults: number;
  readonly refreshes: number;
  /** After a collection, at the end of the first quarter and of the day. */
  readonly heapBytes: readonly [early: number, late: number];
  readonly resources: {
    readonly before: Resources;
    readonly early: Resources;
    readonly late: Resources;
    readonly after: Resources;
  };
}

type Resources = { readonly [kind: string]: number };

interface Scene {
  readonly clock: VirtualClock;
  readonly caller: Caller;
}

// Less than by default, so that a day sees both bounds reached.
const maxStaleSeconds = { specPackage: 1_200, registry: 300 };
const stepSeconds = 300;
const steps = 86_400 / stepSeconds;
const documents: readonly Document[] = ["spec package", "next", "registry", "ranges"];
const faults: readonly Fault[] = [
  { kind: "hung" },
  { kind: "slow" },
  { kind: "garbage" },
  { kind: "half" },
  { kind: "endless" },
  { kind: "bomb" },
  { kind: "status", status: 500 },
  { kind: "status", status: 404 },
  { kind: "status", status: 204 },
  { kind: "redirect", to: "http://127.0.0.1:9/" },
  { kind: "content type", contentType: "text/html" },
  { kind: "not modified" },
  { kind: "not modified", etag: '"another"' },
  { kind: "edited", edit: (text) => text.replace(/"targetProduct":\s*"datamint"/, '"targetProduct":"mintdata"') },
  { kind: "edited", edit: (text) => text.replace('"complete":true', '"complete":false').replace('"human"', '"robot"') },
];

const [seed = 1, refreshSeconds = 120] = process.argv.slice(2).map(Number);
const random = createRandom(seed);
const counted: { [kind: string]: number } = {};
const statuses: { [status: string]: number } = {};
let misdeeds = 0;

// Made at their first use, and not by the service.
void [process.stdout, process.stderr];
const before = resources();
const early: { heapBytes: number; resources: Resources }[] = [];
let late = { heapBytes: 0, resources: before };
let refreshes = 0;
{
  await using product = await startUnreliableProduct();
  const scenes: Scene[] = [];
  await using scope = new AsyncDisposableStack();
  for (const mode of ["snapshot", "ranges"] as const) {
    const clock = createVirtualClock();
    const registry = { mode, url: product.registryUrl };
    const domain = domainOf(product, { refreshSeconds, maxStaleSeconds, registry });
    const { now, sleep } = clock;
    const app = scope.use(
      await startApp({ limit: manyCalls, domains: [domain], now, sleep, fetchTimeoutMs: 150, timeoutMs: 1_000 }),
    );
    scenes.push({ clock, caller: callerOf(app.url) });
  }
  for (let step = 0; step < steps; step += 1) {
    await misdeed(product, random, step);
    for (const { clock, caller } of scenes) {
      await clock.pass(stepSeconds);
      for (const id of ["person-basic", `new-${random.below(50)}`]) await call(clock, caller, id);
      const { status } = await caller.domain();
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    if (step === steps / 4) early.push(await measured());
  }
  late = await measured();
  refreshes = scenes.reduce((sum, { clock }) => sum + clock.wakes, 0);
}
// Sockets that were told to end need a few turns for it, and more of them where other processes run.
for (let turn = 0; turn < 1_200 && isSomethingLeft(); turn += 1) await setTimeout(100);
const day: Day = {
  answers: counted,
  statuses,
  faults: misdeeds,
  refreshes,
  heapBytes: [early[0]?.heapBytes ?? 0, late.heapBytes],
  resources: { before, early: early[0]?.resources ?? {}, late: late.resources, after: resources() },
};
process.stdout.write(`done ${JSON.stringify(day)}\n`);

async function call({ now }: VirtualClock, caller: Caller, generatorId: string): Promise<void> {
  const { status, body, problem, headers } = await caller.build(aCandidate({ generatorId }));
  const kind = status === 200 ? "200" : `${status} ${problem.code}`;
  counted[kind] = (counted[kind] ?? 0) + 1;
  if (status !== 200) {
    assert.match(kind, /^503 (?:spec-package|registry)-unavailable$/);
    assert.ok(Number(headers.get("retry-after")) > 0);
    return;
  }
  const ageOf = (checkedAt: string) => (now().getTime() - Date.parse(checkedAt)) / 1_000;
  assert.ok(ageOf(body.evidence.specPackage.checkedAt) <= maxStaleSeconds.specPackage);
  assert.ok(ageOf(body.evidence.registry.checkedAt) <= maxStaleSeconds.registry);
  assert.equal(body.valid, generatorId !== "person-basic");
}

// Something breaks, all is mended, the product changes, or things stay as they are.
async function misdeed(product: UnreliableProduct, { below, pick }: Random, step: number): Promise<void> {
  await product.revive();
  const choice = below(10);
  if (choice < 3) {
    misdeeds += 1;
    product.misbehave(pick(documents), pick(faults));
  } else if (choice < 5) {
    for (const document of documents) product.misbehave(document);
  } else if (choice < 6) {
    misdeeds += 1;
    await product.kill();
  } else if (choice < 7) {
    product.datamint.register(`registered-${step}`);
    const edit = { op: "replace", path: "/version", value: `1.0.${step + 1}` } as const;
    product.datamint.publish(specFile("datamint/generator-option/1.0.0", [edit]));
  }
}

async function measured(): Promise<{ heapBytes: number; resources: Resources }> {
  await setTimeout(300);
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await setTimeout(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heapBytes: heapUsed + external, resources: resources() };
}

function isSomethingLeft(): boolean {
  return Object.entries(resources()).some(([kind, count]) => count > (before[kind] ?? 0));
}

function resources(): Resources {
  const kinds = Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  return Object.fromEntries(Object.entries(kinds).map(([kind, list = []]) => [kind, list.length]));
}
