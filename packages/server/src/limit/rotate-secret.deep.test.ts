import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { type RedisServer, startRedis, withoutRedis } from "@assay/testing/services/redis-server";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limiter } from "./limiter.ts";

const observe = createObserve(createMetrics());
const nobody = { degraded(_reason: string) {}, restored() {}, storeFailed() {}, observe };
const [old, fresh] = ["the secret that all instances have had", "the secret that all instances shall have"];
const secretsOf = {
  before: { secret: old },
  during: { secret: fresh, previousSecret: old },
  afterwards: { secret: fresh },
};
type Stage = keyof typeof secretsOf;

describe("replacing the secret of the store", { skip: withoutRedis }, () => {
  let redis: RedisServer;
  const fleet: Limiter[] = [];
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    for (const limiter of fleet) await limiter.close();
    await redis[Symbol.asyncDispose]();
  });

  async function start(stage: Stage): Promise<Limiter> {
    const store = { urls: [redis.url], silenceMs: longSilenceMs, ...secretsOf[stage] };
    const limiter = await createLimiter({ limit: { calls: 20, windowSeconds: 60 }, store }, nobody);
    fleet.push(limiter);
    return limiter;
  }

  const steps: readonly (readonly [Stage, Stage])[] = [
    ["before", "during"],
    ["during", "afterwards"],
  ];
  for (const [one, other] of steps) {
    test(`instances ${one} and ${other} count together: twenty calls pass, in turn or at once`, async () => {
      const [first, second] = [await start(one), await start(other)];
      const inTurn: Client = ["ip", `192.0.2.1 ${one}`];
      const passed: number[] = [];
      for (let call = 0; call < 30; call += 1) {
        const { kind } = await (call % 2 === 0 ? first : second).count(inTurn);
        if (kind === "counted") passed.push(call);
      }
      assert.deepEqual(passed, [...Array(20).keys()]);

      const atOnce: Client = ["ip", `192.0.2.2 ${one}`];
      const calls = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? first : second).count(atOnce));
      assert.equal((await Promise.all(calls)).filter(({ kind }) => kind === "counted").length, 20);
    });

    test(`a nonce that was spent ${one} is spent ${other}, and the reverse`, async () => {
      const [first, second] = [await start(one), await start(other)];
      const agent: Client = ["agent", "https://id.example", `agt ${one}`];
      assert.equal((await first.count(agent, "nonce-0001")).kind, "counted");
      assert.equal((await second.count(agent, "nonce-0001")).kind, "replayed");
      assert.equal((await second.count(agent, "nonce-0002")).kind, "counted");
      assert.equal((await first.count(agent, "nonce-0002")).kind, "replayed");
    });
  }

  test("calls from before the change still count after it, once they were made with both", async () => {
    const [during, afterwards] = [await start("during"), await start("afterwards")];
    const client: Client = ["ip", "192.0.2.3"];
    for (let call = 0; call < 20; call += 1) assert.equal((await during.count(client)).kind, "counted");
    assert.equal((await afterwards.count(client)).kind, "over");
  });
});
