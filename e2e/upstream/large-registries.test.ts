import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, Registry, RegistryRange } from "@assay/contract";
import { lookalikeKey, rangeOf } from "@assay/engine";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { aCandidate, type Caller, domainOf } from "./service.ts";
import { startService } from "./start-service.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";

const many = 200_000;
const rounds = scaled({ ci: 50, full: 2_000 });
/** Of measurements with many ids and with few; only at full scale are their times asserted on. */
const pairs = scaled({ ci: 1, full: 3 });

function registryOf(size: number, revision: string): string {
  const registry: Registry = {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision,
    complete: true,
    entries: Array.from({ length: size }, (_, index) => ({ id: `generator-number-${index}`, state: "active" })),
    pending: [],
  };
  return JSON.stringify(registry);
}

async function msPerCall(caller: Caller, candidate: (round: number) => JsonObject): Promise<number> {
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) assert.equal((await caller.validate(candidate(round))).status, 200);
  return (performance.now() - begun) / rounds;
}

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const rounded = (value: number) => Math.round(100 * value) / 100;

test("200,000 ids in one document are read on another thread and searched at the cost of a few", async () => {
  await using product = await startUnreliableProduct();
  await using small = await startUnreliableProduct();
  small.misbehave("registry", { kind: "instead", body: registryOf(10, "1") });
  product.misbehave("registry", { kind: "instead", body: registryOf(10, "1") });
  await using service = await startService({ domains: [domainOf(product, { refreshSeconds: 0.2 })] });
  await using other = await startService({ domains: [domainOf(small, { refreshSeconds: 0.2 })] });
  const { caller } = service;
  const of = (index: number) => aCandidate({ generatorId: `generator-number-${index % many}` });
  await msPerCall(caller, of);
  await msPerCall(other.caller, of);
  const before = await service.vitalsCollected();
  await setTimeout(2_000);
  const quiet = await service.vitals();

  const body = registryOf(many, "2");
  product.misbehave("registry", { kind: "instead", body });
  const revision = async () => (await caller.validate(of(0))).body.evidence.registry.revision;
  await waitUntil("the registry of 200,000 ids is in force", revision, { isDone: (seen) => seen === "2", pauseMs: 10 });
  const during = await service.vitals();
  await setTimeout(500);
  const after = await service.vitalsCollected();

  for (const index of [0, 1, 77_777, many - 1]) {
    assert.equal((await caller.validate(of(index))).body.diagnostics[0]?.code, "registry.id-taken");
  }
  assert.equal((await caller.validate(aCandidate({ generatorId: "generator-number-200000" }))).body.valid, true);

  const [large, few] = [[] as number[], [] as number[]];
  for (let pair = 0; pair < pairs; pair += 1) {
    few.push(await msPerCall(other.caller, of));
    large.push(await msPerCall(caller, (round) => of(round * 7_919)));
  }
  const perCheck = Math.min(...large) / Math.min(...few);
  const grown = after.heapBytes - before.heapBytes;
  figure("bytes of a registry of 200,000 ids, MiB", mebibytes(body.length), 16);
  figure("memory growth by it after collection, MiB", mebibytes(grown), 64);
  figure("memory of the process at that time, more, MiB", mebibytes(after.rssBytes - before.rssBytes), "none");
  figure("longest loop delay in a quiet window of 2 s, ms", rounded(quiet.longestLoopDelayMs), 50);
  figure("longest loop delay while it was read, ms", rounded(during.longestLoopDelayMs), 50);
  assert.ok(grown < 128 * 2 ** 20, `${grown} bytes`);
  timingFigure("cost per check, to a registry of ten", perCheck, 1.5);
});

const tenMillion = 10_000_000;
const ranges = 16 ** 5;

// Nothing else is stored: the ranges of ids that are asked for, each with as many others as a range of ten million ids
// holds. Ids that look alike are in one range.
function rangesOfTenMillion(asked: readonly string[], taken: ReadonlySet<string>): (name: string) => string {
  const byName = Map.groupBy(asked, (id) => rangeOf(lookalikeKey(id), (text) => hash("sha256", text)));
  return (name) => {
    const ids = byName.get(name) ?? [];
    const others = ids.flatMap(lookalikesOf).slice(0, Math.round(tenMillion / ranges));
    const range: RegistryRange = {
      format: "generator-registry/v1",
      targetProduct: "datamint",
      revision: "1",
      range: name,
      complete: true,
      entries: [...ids.filter((id) => taken.has(id)), ...others].map((id) => ({ id, state: "active" as const })),
      pending: [],
    };
    return JSON.stringify(range);
  };
}

// The id with each of its letters i and l written in the other two ways, all of them but the id itself.
function lookalikesOf(id: string): readonly string[] {
  const spellings = [...id].reduce<readonly string[]>(
    (begun, letter) => begun.flatMap((text) => (/[il]/.test(letter) ? "il1" : letter).split("").map((c) => text + c)),
    [""],
  );
  return spellings.filter((spelling) => spelling !== id);
}

test("ten million ids in ranges take one upstream call for all who ask, and none while the answer is fresh", async () => {
  await using product = await startUnreliableProduct();
  await using small = await startUnreliableProduct();
  const freshIds = Array.from({ length: rounds }, (_, round) => `illusion-${round}`);
  const rangeNamed = rangesOfTenMillion(["loyalty-card", ...freshIds], new Set(["loyalty-card"]));
  product.misbehave("ranges", { kind: "computed", body: (path) => rangeNamed(path.slice(-5)) });
  const registry = { mode: "ranges" as const, url: product.registryUrl };
  const domains = [domainOf(product, { refreshSeconds: 3_600, registry })];
  await using service = await startService({ domains });
  await using other = await startService({ domains: [domainOf(small, { refreshSeconds: 3_600 })] });
  const { caller } = service;
  const probed = product.asked("ranges");

  const first = await Promise.all(Array.from({ length: 100 }, () => caller.validate()));
  // A refusal has no diagnostics: then its problem is what the test shows.
  const codes = first.map(({ body, problem }) => body.diagnostics?.[0]?.code ?? problem.code);
  assert.deepEqual(new Set(codes), new Set(["registry.id-taken"]));
  const together = product.asked("ranges") - probed;
  figure("upstream calls for 100 first calls at once for one id", together, 1);
  assert.equal(together, 1);

  await caller.validate(aCandidate({ generatorId: "warm-up" }));
  await other.caller.validate(aCandidate({ generatorId: "warm-up" }));
  const before = await service.vitalsCollected();
  const begin = product.asked("ranges");
  const fresh = (round: number) => aCandidate({ generatorId: freshIds[round] ?? "" });
  const cold = await msPerCall(caller, fresh);
  const callsPerCheck = (product.asked("ranges") - begin) / rounds;
  const during = await service.vitals();
  const again = product.asked("ranges");
  const [warmMs, fewMs] = [[] as number[], [] as number[]];
  for (let pair = 0; pair < pairs; pair += 1) {
    warmMs.push(await msPerCall(caller, fresh));
    fewMs.push(await msPerCall(other.caller, fresh));
  }
  const [warm, few] = [Math.min(...warmMs), Math.min(...fewMs)];
  const repeated = product.asked("ranges") - again;
  const after = await service.vitalsCollected();
  figure("upstream calls per check of an id that nobody asked for before", rounded(callsPerCheck), 1);
  figure("upstream calls per check of an id that somebody asked for before", rounded(repeated / rounds), 0);
  figure("cost per check that asks upstream, to a registry of four ids", rounded(cold / few), 4);
  figure("longest loop delay while ranges were fetched, ms", rounded(during.longestLoopDelayMs), 50);
  figure("memory growth after collection, MiB", mebibytes(after.heapBytes - before.heapBytes), 32);
  assert.ok(callsPerCheck <= 1);
  assert.equal(repeated, 0);
  timingFigure("cost per check that does not, to a registry of four ids", warm / few, 1.5);
});

test("one of many who wait for the same range goes away: the others get their answer", async () => {
  await using product = await startUnreliableProduct();
  let open = () => {};
  const registry = { mode: "ranges" as const, url: product.registryUrl };
  const domains = [domainOf(product, { refreshSeconds: 3_600, registry })];
  await using service = await startService({ domains });
  const probed = product.asked("ranges");
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  product.hold("ranges", held);
  const leaving = new AbortController();
  const impatient = service.caller.validate(aCandidate(), {}, leaving.signal).catch(() => "gone");
  await waitUntil("the range is asked for", () => product.asked("ranges") > probed);
  const patient = Array.from({ length: 5 }, () => service.caller.validate());
  // When calls that were sent later are answered, those that were sent before are waiting.
  for (let later = 0; later < 5; later += 1) await service.caller.domain();
  leaving.abort();
  assert.equal(await impatient, "gone");
  await setTimeout(100);
  open();
  const answers = await Promise.all(patient);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.equal(product.asked("ranges") - probed, 1);
});
