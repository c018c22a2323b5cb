import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { scaled } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import type { Client } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";

const windowSeconds = 60;
const manySeen = scaled({ ci: [1_000, 100_000], full: [1_000, 100_000, 500_000] });
const rounds = scaled({ ci: 21, full: 101 });
const states = ["counted", "expired"] as const;
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** How many of the clients call in a round, and how often each. */
interface Round {
  readonly callers: number;
  readonly callsOfEach: number;
}

/** Creates a limiter that has seen so many clients; returns a function that lets some of them call, in each round others. */
async function afterClients(seen: number, are: (typeof states)[number]) {
  let now = 0;
  // Nobody is refused: the calls are the same work, however many clients make them.
  const limiter = createMemoryLimiter({ calls: 1_000_000, windowSeconds }, () => now);
  for (let client = 0; client < seen; client += 1) await limiter.count(clientAt(client));
  if (are === "expired") now += windowSeconds * 1_000 + 1;
  return async (round: number, { callers, callsOfEach }: Round) => {
    for (let turn = 0; turn < callsOfEach; turn += 1) {
      for (let caller = 0; caller < callers; caller += 1) {
        await limiter.count(clientAt(Math.floor(caller * (seen / callers) + round) % seen));
      }
    }
  };
}

test("counting a call takes about as long after 500,000 clients as after 100, still counted or expired", async () => {
  // The worst case: no client calls twice in a row, so that nothing of the next one is in the processor's cache.
  const once = { callers: 2_000, callsOfEach: 1 };
  for (const are of states) {
    const control = await afterClients(100, are);
    for (const seen of manySeen) {
      const many = await afterClients(seen, are);
      // What came before is not collected while calls are measured.
      collect();
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        ratios.push(
          (await millisecondsOf(() => many(round, once))) / (await millisecondsOf(() => control(round, once))),
        );
      }
      const [median = Number.NaN] = ratios.toSorted((a, b) => a - b).slice(Math.floor(rounds / 2));
      timingFigure(`counting one call with ${seen} clients seen, all ${are}, x with 100`, median, 3);
    }
  }
});

test("counting a call takes the same steps after 100,000 clients as after 100, and walks through none of them", async () => {
  for (const are of states) {
    const few = await stepsOf(await afterClients(100, are));
    const many = await stepsOf(await afterClients(100_000, are));
    assert.deepEqual(many, few, are);
    assert.equal(many.walks, 0, are);
  }
});

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** How often a round of calls looks at a map, and how often it walks through one. */
async function stepsOf(call: Awaited<ReturnType<typeof afterClients>>) {
  const looks = (["get", "set", "has", "delete"] as const).map((name) => mock.method(Map.prototype, name));
  const walks = (["entries", "keys", "values", "forEach", "clear", Symbol.iterator] as const).map((name) =>
    mock.method(Map.prototype, name as "entries"),
  );
  const sum = (methods: readonly { readonly mock: { callCount(): number } }[]) =>
    methods.reduce((total, method) => total + method.mock.callCount(), 0);
  try {
    await call(0, { callers: 100, callsOfEach: 20 });
    return { looks: sum(looks), walks: sum(walks) };
  } finally {
    for (const method of [...looks, ...walks]) method.mock.restore();
  }
}

function clientAt(index: number): Client {
  return ["ip", `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`];
}
