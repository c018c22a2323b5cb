import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudgets } from "./budgets.ts";
import type { Client } from "./limiter.ts";
import { createRedisLimiter } from "./redis.ts";

const agent: Client = ["agent", "https://id.example", "agt_ada"];
const address: Client = ["ip", "192.0.2.1"];

test("a nonce that only this instance knows, because the store cannot be reached, is counted for the operator", async () => {
  const { budgets, scene } = createScene();
  await budgets.charge(agent, "in the store");
  await budgets.charge(address);
  assert.equal(scene.localNonces, 0);
  scene.isDown = true;
  assert.equal((await budgets.charge(agent, "alone")).kind, "counted");
  assert.equal(scene.localNonces, 1);
  assert.equal((await budgets.charge(agent, "alone")).kind, "replayed");
  assert.equal((await budgets.charge(agent, "in the store")).kind, "replayed");
  assert.equal((await budgets.charge(address)).kind, "counted");
  assert.equal((await budgets.charge(agent, "one too many")).kind, "over");
  assert.equal(scene.localNonces, 1, "only signed calls that pass");
  scene.isDown = false;
  await budgets.charge(agent, "in the store again");
  assert.equal(scene.localNonces, 1);
});

function createScene() {
  const scene = { isDown: false, localNonces: 0 };
  const limit = { calls: 2, windowSeconds: 60 };
  const limiter = createRedisLimiter({
    limit,
    store: {
      async count(_keys, _args, read) {
        if (scene.isDown) throw new Error("down");
        return read([0, 1, 60_000_000]);
      },
      tried: Promise.resolve(),
      close() {},
    },
    secret: "a secret that all instances of the fleet share",
    instances: 1,
    elapsedMs: () => 0,
  });
  const budgets = createBudgets({
    limit,
    limiter,
    elapsedMs: () => 0,
    charged() {},
    overloaded() {},
    nonceIsLocal() {
      scene.localNonces += 1;
    },
  });
  return { budgets, scene };
}
