import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, Registry, ValidationResult, Verdict } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { startApp } from "@assay/server";
import { compileValidSpec } from "@assay/testing/cases/compile-valid-spec";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CaseEdit } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate } from "../http/create-envelope.ts";
import { createCaller } from "./create-caller.ts";
import { createDomainSettings } from "./create-domain-settings.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const calls = pickForScale({ ci: 400, full: 10_000 });
const changes = pickForScale({ ci: 15, full: 50 });

// `rationaleNotes` is optional under the current rules, and required under the announced rules.
const { rationaleNotes: _, ...withoutNotes } = createCandidate();

// Most of these candidates get a different verdict under each version of the rules.
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

// Changes several values at once, so that the test would notice a verdict that mixes two versions.
function createVersion(major: 1 | 2, index: number): Uint8Array {
  const edits: readonly CaseEdit[] = [
    { op: "replace", path: "/version", value: `${major}.0.${index}` },
    { op: "replace", path: "/candidateSchema/properties/description/maxLength", value: 400 * major + index },
    { op: "replace", path: "/rules/1/why", value: `Datamint schedules work by strategy (${major}.${index}).` },
  ];
  const strategies = ["fast", "realistic", ...(index % 2 === 0 ? ["careful"] : [])];
  const currentOnlyEdits: readonly CaseEdit[] = [
    { op: "replace", path: "/rules/1/values", value: strategies },
    // Datamint adds the URL, which the digest does not cover.
    { op: "replace", path: "/next/version", value: `2.0.${findNextIndex(index)}` },
    { op: "replace", path: "/next/effectiveFrom", value: toEffectiveFrom(findNextIndex(index)) },
  ];
  return specFile(`datamint/generator-option/${major}.0.0`, major === 1 ? [...edits, ...currentOnlyEdits] : edits);
}

// The announced rules change with every third version.
function findNextIndex(index: number): number {
  return Math.ceil(index / 3);
}

function toEffectiveFrom(index: number): string {
  return new Date(Date.parse("2027-03-01T00:00:00Z") + index * 86_400_000).toISOString();
}

// The bits of the revision number decide which of four ids the registry contains.
function createRegistry(revision: number): Registry {
  const { entries, ...registry } = registryFile();
  const newIds = ["flip-1", "flip-two", "flip-three", "loyalty-card"].filter((_, bit) => (revision >> bit) % 2 === 1);
  return {
    ...registry,
    revision: String(revision),
    entries: [...entries, ...newIds.map((id) => ({ id, state: "active" as const }))],
  };
}

// The service adds members that the engine's verdict does not have. The rest must be equal.
function serializeVerdict({ registry, ...verdict }: Verdict | ValidationResult): string {
  return JSON.stringify({ ...verdict, specPackage: undefined, registry: { idStatus: registry.idStatus } });
}

test("new rules and registries take effect within one refresh, and every verdict matches the rules and registry that it names", async () => {
  await using product = await startUnreliableProduct();
  let revision = 0;
  product.setFault("registry", { kind: "computed", body: () => JSON.stringify(createRegistry(revision)) });
  const clock = createVirtualClock();
  const { now, sleep } = clock;
  const domains = [createDomainSettings(product, { refreshSeconds: 60 })];
  await using app = await startApp({ limit: generousLimit, domains, now, sleep, ...longTimeouts });
  const caller = createCaller(app.url);
  const registries = Array.from({ length: changes + 1 }, (_, number) => registryFromSnapshot(createRegistry(number)));
  const specs = new Map(
    Array.from({ length: changes + 1 }, (_, index) => {
      const current = compileValidSpec(
        index === 0 ? specFile("datamint/generator-option/1.0.0") : createVersion(1, index),
      );
      const next = compileValidSpec(
        index === 0 ? specFile("datamint/generator-option/2.0.0") : createVersion(2, findNextIndex(index)),
      );
      return [current.digest, { current, next }] as const;
    }),
  );
  const expected = new Map<string, string>();
  const digests = new Set<string>();
  const revisions = new Set<string>();
  let callsMade = 0;
  let upcomingCount = 0;
  let isChanging = true;

  async function callOnce(): Promise<void> {
    const callNumber = callsMade;
    callsMade += 1;
    const index = callNumber % candidates.length;
    const candidate = candidates[index] as JsonObject;
    const { status, body } = await caller.validate(candidate);
    assert.equal(status, 200, JSON.stringify(body));
    const { digest } = body.specPackage;
    const { revision } = body.registry;
    revisions.add(revision);
    const registry = registries[Number(revision)];
    digests.add(digest);
    const rules = specs.get(digest);
    assert.ok(rules && registry, `${digest}, ${revision}`);
    // For a moment between two announcements, no rules are announced.
    const next = body.upcoming && rules.next;
    if (next) upcomingCount += 1;
    const key = JSON.stringify([digest, revision, index, next !== undefined]);
    const spec = rules.current;
    if (!expected.has(key)) expected.set(key, serializeVerdict(engine.validate({ spec, next, registry, candidate })));
    assert.equal(body.specPackage.version, spec.document.version);
    assert.equal(serializeVerdict(body), expected.get(key));
  }

  const load = Array.from({ length: 4 }, async () => {
    while (isChanging || callsMade < calls) {
      await callOnce();
      await setTimeout(20);
    }
  });
  // A failed call ends the test at once instead of after the last change.
  const finished = Promise.all(load);
  const waitForCalls = createFailFastWait(finished);
  for (let index = 1; index <= changes; index += 1) {
    revision = index;
    product.datamint.publish(createVersion(1, index));
    product.datamint.announce(createVersion(2, findNextIndex(index)), toEffectiveFrom(findNextIndex(index)));
    await Promise.race([clock.wakeNext(), finished]);
    const domain = await caller.fetchDomain();
    assert.deepEqual(
      [domain.status, domain.specPackage?.version, domain.nextSpecPackage?.version],
      ["ready", `1.0.${index}`, `2.0.${findNextIndex(index)}`],
    );
    const targetCalls = Math.floor((calls * index) / changes);
    await waitForCalls(`${targetCalls} calls have been made`, () => callsMade >= targetCalls);
  }
  isChanging = false;
  await finished;
  printFigure(`calls during ${changes} changes that failed, or got an unexpected verdict`, `0 of ${callsMade}`, 0);
  printFigure("versions of the rules that verdicts name", digests.size, changes);
  assert.ok(digests.size >= changes && revisions.size >= changes);
  assert.ok(callsMade >= calls);
  assert.ok(upcomingCount > callsMade / 2, `${upcomingCount} of ${callsMade} verdicts mention the announced rules`);
});

/** Creates a variant of `waitUntil` that fails as soon as `finished` is rejected. */
function createFailFastWait(finished: Promise<unknown>): (condition: string, isDone: () => boolean) => Promise<void> {
  let failure: unknown;
  finished.catch((reason) => {
    failure = reason;
  });
  return async (condition, isDone) => {
    const checkDone = () => {
      if (failure !== undefined) throw failure;
      return isDone();
    };
    await waitUntil(condition, checkDone, { pauseMs: 5, timeoutMs: 600_000 });
  };
}
