import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Client } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";

const windowSeconds = 60;
const states = ["counted", "expired"] as const;

/** Creates a limiter that has seen so many clients; returns a function that lets a hundred of them call 20 times each. */
async function afterClients(seen: number, are: (typeof states)[number]) {
  let now = 0;
  // Nobody is refused: the calls are the same work, however many clients make them.
  const limiter = createMemoryLimiter({ calls: 1_000_000, windowSeconds }, () => now);
  for (let client = 0; client < seen; client += 1) await limiter.count(clientAt(client));
  if (are === "expired") now += windowSeconds * 1_000 + 1;
  return async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (let caller = 0; caller < 100; caller += 1) await limiter.count(clientAt((caller * seen) / 100));
    }
  };
}

test("counting a call takes the same steps after 100,000 clients as after 100, and walks through none of them", async () => {
  for (const are of states) {
    const few = await stepsOf(await afterClients(100, are));
    const many = await stepsOf(await afterClients(100_000, are));
    assert.deepEqual(many, few, are);
    assert.equal(many.walks, 0, are);
  }
});

/** How often a round of calls looks at a map, and how often it walks through one. */
async function stepsOf(call: Awaited<ReturnType<typeof afterClients>>) {
  const looks = (["get", "set", "has", "delete"] as const).map((name) => mock.method(Map.prototype, name));
  const walks = (["entries", "keys", "values", "forEach", "clear", Symbol.iterator] as const).map((name) =>
    mock.method(Map.prototype, name as "entries"),
  );
  const sum = (methods: readonly { readonly mock: { callCount(): number } }[]) =>
    methods.reduce((total, method) => total + method.mock.callCount(), 0);
  try {
    await call();
    return { looks: sum(looks), walks: sum(walks) };
  } finally {
    for (const method of [...looks, ...walks]) method.mock.restore();
  }
}

function clientAt(index: number): Client {
  return ["ip", `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`];
}
