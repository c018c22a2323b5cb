import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { isFullScale, pickForScale } from "@assay/testing/scale";
import { type Answer, createCallers } from "@assay/testing/services/callers";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";

// Twenty calls as always, but in three seconds: what takes a minute otherwise happens twenty times in it.
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

test("however its calls are timed, no window of a client holds more than its limit, and no call is refused for less", async () => {
  const { calls, clients } = pickForScale({
    ci: { calls: 15_000, clients: 25 },
    full: { calls: 500_000, clients: 60 },
  });
  const begin = performance.now();
  sent = 0;
  const hostile = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = createHostileClient(`10.1.0.${index + 1}`);
      const timing = timings[index % timings.length] as Timing;
      while (sent < calls) await timing(client);
      return client;
    }),
  );
  const passed = hostile.map((client) => client.passed);
  const seconds = (performance.now() - begin) / 1_000;
  const maxPassed = Math.max(...passed.map(countMaxInWindow));
  figure(`admitted in any window, over ${sent} calls with hostile timing, most`, maxPassed, limit.calls);
  const refused = hostile.reduce((sum, client) => sum + client.refused.length, 0);
  const wronged = hostile.reduce((sum, client) => sum + countWrongRefusals(client), 0);
  figure(`calls refused for less than the limit, of ${refused} refused`, wronged, 0);
  const entitled = (limit.calls * seconds) / limit.windowSeconds;
  const restless = passed.filter((_, index) => timings[index % timings.length] === callWithoutPause);
  const used = Math.min(...restless.map(({ length }) => length)) / entitled;
  figure("share of its calls that a client who tries all the time gets, least", used.toFixed(2), "0.5");
  assert.ok(maxPassed <= limit.calls);
  assert.ok(refused > 0);
  assert.equal(wronged, 0);
  if (isFullScale) assert.ok(maxPassed === limit.calls && used > 0.5, `${maxPassed}, ${used}`);
});

type HostileClient = ReturnType<typeof createHostileClient>;
/** Makes some calls, at moments of its choice. */
type Timing = (client: HostileClient) => Promise<void>;

let sent = 0;

function createHostileClient(client: string) {
  const passed: Answer[] = [];
  const refused: Answer[] = [];
  let turn = Math.floor(Math.random() * fleet.instances.length);
  async function call(): Promise<Answer> {
    turn += 1;
    sent += 1;
    const { url = "" } = fleet.instances[turn % fleet.instances.length] ?? {};
    let answer = await callers.call(url, { client });
    // A machine that is too slow for so many calls refuses some before anything is counted.
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
    /** Waits until so many milliseconds before the next call may pass, as far as the client can tell. */
    async waitForSlot(earlierMs = 0): Promise<void> {
      const slot = (passed.at(-limit.calls)?.sentAt ?? -windowMs) + windowMs;
      await wait(Math.max(1, slot - earlierMs - performance.now()));
    },
  };
}

const callWithoutPause: Timing = (client) => client.call().then(() => {});

const timings: readonly Timing[] = [
  // All at once, at the end of one window and at the begin of the next.
  async (client) => {
    await client.waitForSlot();
    await client.burst(30);
    await client.burst(30);
  },
  // Around the moment when the oldest call leaves the window, as densely as it can.
  async (client) => {
    await client.waitForSlot(5);
    for (let pair = 0; pair < 10; pair += 1) await client.burst(2);
  },
  callWithoutPause,
  // A few now, the rest late in the window, then everything again when the few leave it.
  async (client) => {
    await client.burst(3);
    await wait(Math.random() * windowMs);
    await client.burst(37);
    await client.waitForSlot();
    await client.burst(40);
  },
  // By chance.
  async (client) => {
    await wait(Math.random() * 100);
    await client.burst(1 + Math.floor(Math.random() * 10));
  },
];

// A call is decided somewhere between its begin and its answer. Only what is surely within a window is counted, so
// that no correct limiter ever seems to be wrong.
function countMaxInWindow(passed: readonly Answer[]): number {
  const byBegin = passed.toSorted((a, b) => a.sentAt - b.sentAt);
  const counts = byBegin.map(({ sentAt }, first) => {
    const later = byBegin.slice(first, first + 3 * limit.calls);
    return later.filter(({ answeredAt }) => answeredAt < sentAt + windowMs).length;
  });
  return Math.max(0, ...counts);
}

// The reverse: a call that passed is left out only if it is surely outside of the window of the refused call. Two
// milliseconds are for clocks that differ.
function countWrongRefusals({ passed, refused }: HostileClient): number {
  return refused.filter(({ sentAt, answeredAt }) => {
    const inWindow = passed.filter((one) => one.answeredAt > sentAt - windowMs - 2 && one.sentAt < answeredAt + 2);
    return inWindow.length < limit.calls;
  }).length;
}
