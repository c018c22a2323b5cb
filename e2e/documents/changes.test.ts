import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, Registry } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { startApp } from "@assay/server";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CaseEdit } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { pickForScale } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntil } from "@assay/testing/wait-until";
import { createCaller, createCandidate, createDomain } from "./service.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";
import { compileSpec, toBareVerdict } from "./verdicts.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const calls = pickForScale({ ci: 400, full: 10_000 });
const changes = pickForScale({ ci: 15, full: 50 });

// Optional in the first rules, required in those announced.
const { rationaleNotes: _, ...withoutNotes } = createCandidate();

// Every version says something else about most of them.
const candidates: readonly JsonObject[] = [
  withoutNotes,
  { ...withoutNotes, description: "A long text. ".repeat(80) },
  { ...withoutNotes, supportedStrategies: ["fast", "careful"] },
  { ...withoutNotes, supportedStrategies: ["fast", "unheard-of"] },
  { ...withoutNotes, generatorId: "person-basic", description: "Another long text. ".repeat(60) },
  { ...withoutNotes, generatorId: "Flip Three" },
  { ...withoutNotes, generatorId: "flip-1", owner: { kind: "agent", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } },
  createCandidate({ generatorId: "parcel-route" }),
];

// Two places change at once, so that a mixture would show.
function createVersion(major: 1 | 2, index: number): Uint8Array {
  const edits: readonly CaseEdit[] = [
    { op: "replace", path: "/version", value: `${major}.0.${index}` },
    { op: "replace", path: "/candidateSchema/properties/description/maxLength", value: 400 * major + index },
    { op: "replace", path: "/rules/1/why", value: `Datamint schedules work by strategy (${major}.${index}).` },
  ];
  const strategies = ["fast", "realistic", ...(index % 2 === 0 ? ["careful"] : [])];
  const firstEdits: readonly CaseEdit[] = [
    { op: "replace", path: "/rules/1/values", value: strategies },
    // The address is Datamint's to say, and the digest does not cover it.
    { op: "replace", path: "/next/version", value: `2.0.${findNextIndex(index)}` },
    { op: "replace", path: "/next/effectiveFrom", value: toEffectiveFrom(findNextIndex(index)) },
  ];
  return specFile(`datamint/generator-option/${major}.0.0`, major === 1 ? [...edits, ...firstEdits] : edits);
}

// What is announced changes with every third version.
function findNextIndex(index: number): number {
  return Math.ceil(index / 3);
}

function toEffectiveFrom(index: number): string {
  return new Date(Date.parse("2027-03-01T00:00:00Z") + index * 86_400_000).toISOString();
}

// Which ids a revision holds is known: an id comes and goes with the digits of its number.
function createRegistry(revision: number): Registry {
  const { entries, ...registry } = registryFile();
  const flips = ["flip-1", "flip-two", "flip-three", "loyalty-card"].filter((_, bit) => (revision >> bit) % 2 === 1);
  return {
    ...registry,
    revision: String(revision),
    entries: [...entries, ...flips.map((id) => ({ id, state: "active" as const }))],
  };
}

test("rules and registry that change are in force within one refresh, and every verdict is by those that it names", async () => {
  await using product = await startUnreliableProduct();
  let revision = 0;
  product.misbehave("registry", { kind: "computed", body: () => JSON.stringify(createRegistry(revision)) });
  const clock = createVirtualClock();
  const domains = [createDomain(product, { refreshSeconds: 60 })];
  await using app = await startApp({
    limit: manyCalls,
    domains,
    now: clock.now,
    sleep: clock.sleep,
    ...longTimeouts,
  });
  const caller = createCaller(app.url);
  const views = Array.from({ length: changes + 1 }, (_, revision) => registryFromSnapshot(createRegistry(revision)));
  const specs = new Map(
    Array.from({ length: changes + 1 }, (_, index) => {
      const current = compileSpec(index === 0 ? specFile("datamint/generator-option/1.0.0") : createVersion(1, index));
      const next = compileSpec(
        index === 0 ? specFile("datamint/generator-option/2.0.0") : createVersion(2, findNextIndex(index)),
      );
      return [current.digest, { current, next }] as const;
    }),
  );
  const expected = new Map<string, string>();
  const seen = new Set<string>();
  const revisions = new Set<string>();
  let made = 0;
  let announced = 0;
  let changing = true;

  async function callOnce(): Promise<void> {
    const number = made;
    made += 1;
    const index = number % candidates.length;
    const candidate = candidates[index] as JsonObject;
    const { status, body } = await caller.validate(candidate);
    assert.equal(status, 200, JSON.stringify(body));
    const { digest } = body.specPackage;
    const named = body.registry.revision;
    revisions.add(named);
    const registry = views[Number(named)];
    seen.add(digest);
    const rules = specs.get(digest);
    assert.ok(rules && registry, `${digest}, ${named}`);
    // The announced rules of before are released before those of now are compiled: for a moment there are none.
    const next = body.upcoming && rules.next;
    if (next) announced += 1;
    const key = JSON.stringify([digest, named, index, next !== undefined]);
    const spec = rules.current;
    if (!expected.has(key)) expected.set(key, toBareVerdict(engine.validate({ spec, next, registry, candidate })));
    assert.equal(body.specPackage.version, spec.document.version);
    assert.equal(toBareVerdict(body), expected.get(key));
  }

  const load = Array.from({ length: 4 }, async () => {
    while (changing || made < calls) {
      await callOnce();
      await setTimeout(20);
    }
  });
  // A call that failed is told at once, not after the last change.
  const failed = Promise.all(load);
  const untilMade = createWait(failed);
  for (let index = 1; index <= changes; index += 1) {
    revision = index;
    product.datamint.publish(createVersion(1, index));
    product.datamint.announce(createVersion(2, findNextIndex(index)), toEffectiveFrom(findNextIndex(index)));
    await Promise.race([clock.wakeNext(), failed]);
    const domain = await caller.domain();
    assert.deepEqual(
      [domain.status, domain.specPackage?.version, domain.nextSpecPackage?.version],
      ["ready", `1.0.${index}`, `2.0.${findNextIndex(index)}`],
    );
    const wanted = Math.floor((calls * index) / changes);
    await untilMade(`${wanted} calls are made`, () => made >= wanted);
  }
  changing = false;
  await failed;
  figure(
    `calls during ${changes} changes of rules and registry, failed or judged by others than named`,
    `0 of ${made}`,
    0,
  );
  figure("versions that judged something", seen.size, changes);
  assert.ok(seen.size >= changes && revisions.size >= changes);
  assert.ok(made >= calls);
  assert.ok(announced > made / 2, `${announced} of ${made} calls were told about the announced rules`);
});

/** Waits like `waitUntil`, but no longer than until something else fails. */
function createWait(other: Promise<unknown>): (awaited: string, isSo: () => boolean) => Promise<void> {
  let failure: unknown;
  other.catch((reason) => {
    failure = reason;
  });
  return async (awaited, isDone) => {
    const ask = () => {
      if (failure !== undefined) throw failure;
      return isDone();
    };
    await waitUntil(awaited, ask, { pauseMs: 5, timeoutMs: 600_000 });
  };
}
