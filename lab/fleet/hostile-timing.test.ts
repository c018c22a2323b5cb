import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale, pickForScale } from "@assay/testing/scale";
import { type Answer, createCallers } from "@assay/testing/services/callers";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";

// The usual twenty calls, but in a window of three seconds, so that a minute of testing covers twenty windows.
const limit = { calls: 20, windowSeconds: 3 };
const windowMs = limit.windowSeconds * 1_000;

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const instances = pickForScale({ ci: 2, full: 4 });
const fleet = everything.use(
  await startFleet({ instances, store: { urls: [redis.url], silenceMs: longSilenceMs }, limit }),
);
const callers = everything.use(createCallers());

test("however calls are timed, no window of a client exceeds the limit, and no call within the limit is refused", async () => {
  const { calls, clients } = pickForScale({
    ci: { calls: 15_000, clients: 25 },
    full: { calls: 500_000, clients: 60 },
  });
  const startedAt = performance.now();
  callCount = 0;
  const hostile = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = createHostileClient(`10.1.0.${index + 1}`);
      const timing = timings[index % timings.length] as Timing;
      while (callCount < calls) await timing(client);
      return client;
    }),
  );
  const passed = hostile.map((client) => client.passed);
  const seconds = (performance.now() - startedAt) / 1_000;
  const maxPassed = Math.max(...passed.map(countMaxInWindow));
  printFigure(`maximum admitted in any window, over ${callCount} calls with hostile timing`, maxPassed, limit.calls);
  const refused = hostile.reduce((sum, client) => sum + client.refused.length, 0);
  const refusedBelowLimit = hostile.reduce((sum, client) => sum + countRefusalsBelowLimit(client), 0);
  printFigure(`calls refused below the limit, of ${refused} refused`, refusedBelowLimit, 0);
  const allowed = (limit.calls * seconds) / limit.windowSeconds;
  const passedWithoutPause = passed.filter((_, index) => timings[index % timings.length] === callWithoutPause);
  const share = Math.min(...passedWithoutPause.map(({ length }) => length)) / allowed;
  printFigure("minimum share of its limit that a client gets by calling without pause", share.toFixed(2), "0.5");
  assert.ok(maxPassed <= limit.calls);
  assert.ok(refused > 0);
  assert.equal(refusedBelowLimit, 0);
  if (isFullScale) assert.ok(maxPassed === limit.calls && share > 0.5, `${maxPassed}, ${share}`);
});

type HostileClient = ReturnType<typeof createHostileClient>;
/** Makes some calls with a client, at particular times. */
type Timing = (client: HostileClient) => Promise<void>;

let callCount = 0;

function createHostileClient(client: string) {
  const passed: Answer[] = [];
  const refused: Answer[] = [];
  let nextInstance = Math.floor(Math.random() * fleet.instances.length);
  async function call(): Promise<Answer> {
    nextInstance += 1;
    callCount += 1;
    const { url = "" } = fleet.instances[nextInstance % fleet.instances.length] ?? {};
    let answer = await callers.call(url, { client });
    // A machine that is too slow for this many calls refuses some of them before it counts them.
    while (answer.status === 503 && answer.body.includes('"code":"overloaded"')) {
      await wait(1_000 * Number(answer.header("retry-after")));
      answer = await callers.call(url, { client });
    }
    assert.ok(answer.status === 200 || answer.status === 429, answer.body);
    (answer.status === 200 ? passed : refused).push(answer);
    return answer;
  }
  return {
    passed,
    refused,
    call,
    async burst(calls: number): Promise<void> {
      await Promise.all(Array.from({ length: calls }, call));
    },
    /** Waits until shortly before the next call can pass, judging by the client's earlier calls. */
    async waitForSlot(earlierMs = 0): Promise<void> {
      const slot = (passed.at(-limit.calls)?.sentAt ?? -windowMs) + windowMs;
      await wait(Math.max(1, slot - earlierMs - performance.now()));
    },
  };
}

const callWithoutPause: Timing = (client) => client.call().then(() => {});

const timings: readonly Timing[] = [
  // All calls at once, as soon as a call can pass again.
  async (client) => {
    await client.waitForSlot();
    await client.burst(30);
    await client.burst(30);
  },
  // As densely as possible around the moment when the oldest call leaves the window.
  async (client) => {
    await client.waitForSlot(5);
    for (let pair = 0; pair < 10; pair += 1) await client.burst(2);
  },
  callWithoutPause,
  // A few calls at first, the rest later in the window, and all calls again when the first few leave the window.
  async (client) => {
    await client.burst(3);
    await wait(Math.random() * windowMs);
    await client.burst(37);
    await client.waitForSlot();
    await client.burst(40);
  },
  // Random pauses and numbers of calls.
  async (client) => {
    await wait(Math.random() * 100);
    await client.burst(1 + Math.floor(Math.random() * 10));
  },
];

// The service decides about a call at some time between its request and its answer. Only calls that are certainly
// within a window are counted, so that a correct limiter never appears to be incorrect.
function countMaxInWindow(passed: readonly Answer[]): number {
  const inOrder = passed.toSorted((a, b) => a.sentAt - b.sentAt);
  const counts = inOrder.map(({ sentAt }, first) => {
    const later = inOrder.slice(first, first + 3 * limit.calls);
    return later.filter(({ answeredAt }) => answeredAt < sentAt + windowMs).length;
  });
  return Math.max(0, ...counts);
}

// Conversely, a call that passed is left out only if it is certainly outside the window of the refused call. The margin
// of two milliseconds allows for differences between clocks.
function countRefusalsBelowLimit({ passed, refused }: HostileClient): number {
  return refused.filter(({ sentAt, answeredAt }) => {
    const inWindow = passed.filter((call) => call.answeredAt > sentAt - windowMs - 2 && call.sentAt < answeredAt + 2);
    return inWindow.length < limit.calls;
  }).length;
}
