import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { limits } from "@assay/contract";
import { createMemoryBudget, type MemoryShare } from "./memory-budget.ts";

const max = limits.specPackage.weight;

/** The shares of as many domains, whose first refreshes are over unless they are `starting`. */
function shares(
  budget: ReturnType<typeof createMemoryBudget>,
  count: number,
  { starting = false } = {},
): MemoryShare[] {
  const all = Array.from({ length: count }, () => budget.createShare());
  if (!starting) for (const share of all) share.settle();
  return all;
}

test("an edition that does not fit is refused with the numbers, and the one before it keeps its memory", async () => {
  const budget = createMemoryBudget(2 * max);
  const [a, b] = shares(budget, 2) as [MemoryShare, MemoryShare];
  assert.equal(await a.take("current", max), undefined);
  assert.equal(await b.take("current", max / 2), undefined);
  const reason = await b.take("current", max + 1);
  assert.match(reason ?? "", /weighs 3,073 KB .* weigh 3,072 KB of the 6,144 KB .*ASSAY_SPEC_PACKAGES_MB/);
  assert.deepEqual(budget.use, { bytes: 1.5 * max, maxBytes: 2 * max });
  assert.equal(await b.take("current", max), undefined, "in place of the one before it");
});

test("memory that is given back can be taken by another domain", async () => {
  const budget = createMemoryBudget(2 * max);
  const [a, b] = shares(budget, 2) as [MemoryShare, MemoryShare];
  await a.take("current", max);
  await a.take("next", max);
  assert.notEqual(await b.take("current", 1), undefined);
  a.release("next");
  assert.equal(await b.take("current", max), undefined);
});

test("at the start the order of the domains file decides, in whatever order documents arrive", async () => {
  const weights = [max, max / 2, max, max / 4, max / 4];
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
  ]) {
    const budget = createMemoryBudget(2 * max);
    const all = shares(budget, weights.length, { starting: true });
    const fits: (boolean | undefined)[] = [];
    const arrived = order.map(async (index) => {
      fits[index] = (await all[index]?.take("current", weights[index] ?? 0)) === undefined;
      all[index]?.settle();
    });
    await Promise.all(arrived);
    assert.deepEqual(fits, [true, true, false, true, true], order.join());
  }
});

test("a domain whose product is down delays no other for longer than its first refresh", async () => {
  const budget = createMemoryBudget(2 * max);
  const [down, other] = shares(budget, 2, { starting: true }) as [MemoryShare, MemoryShare];
  let isTaken = false;
  const taken = other.take("current", max).then(() => {
    isTaken = true;
  });
  await setImmediate();
  assert.equal(isTaken, false);
  down.settle();
  await taken;
});
