import assert from "node:assert/strict";
import { after, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { bearer, junkKey } from "../../e2e/auth/service.ts";
import { signed } from "../../e2e/auth/signed.ts";
import { simultaneously, statusesOf } from "../../e2e/fleet/simultaneous.ts";
import { anEnvelope } from "../../e2e/http/service.ts";

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const fleet = everything.use(await startFleet({ store: { urls: [redis.url], silenceMs: longSilenceMs } }));
const callers = everything.use(createCallers());
const { identity } = fleet.sandbox;

test("of a thousand simultaneous calls of a client, at four processes, exactly twenty pass", async () => {
  const { rounds, calls } = scaled({ ci: { rounds: 8, calls: 1_000 }, full: { rounds: 50, calls: 1_000 } });
  let exact = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await simultaneously(fleet, callers, calls, () => ({ client: `10.1.${round}.1` }));
    const statuses = statusesOf(answers);
    if (statuses[200] === 20 && statuses[429] === calls - 20) exact += 1;
    else console.log(`round ${round}: ${JSON.stringify(statuses)}`);
  }
  figure(`rounds of ${calls} calls at 4 processes with exactly 20 admitted, of ${rounds}`, exact, rounds);
  assert.equal(exact, rounds);
});

test("whatever forwarding headers a caller makes up, each real client has its twenty calls and no more", async () => {
  const { clients, calls } = scaled({ ci: { clients: 5, calls: 60 }, full: { clients: 50, calls: 200 } });
  const admitted = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      using caller = createCallers(`127.0.1.${index + 1}`);
      const answers = [];
      for (let turn = 0; turn < calls; turn += 1) answers.push(await caller.call(fleet.url, forged(turn)));
      return statusesOf(answers)[200] ?? 0;
    }),
  );
  figure(`admitted per real client with ${calls} forged forwarding headers, most`, Math.max(...admitted), 20);
  assert.deepEqual(new Set(admitted), new Set([20]));
});

test("a flood of bad keys from one address costs the identity service twenty questions a minute", async () => {
  const { calls, atOnce } = scaled({ ci: { calls: 5_000, atOnce: 50 }, full: { calls: 100_000, atOnce: 100 } });
  const [before, begin] = [identity.introspections(), performance.now()];
  let turn = 0;
  const flood = async () => {
    const statuses = new Set<number>();
    while (turn < calls) {
      turn += 1;
      const { url = "" } = fleet.instances[turn % fleet.instances.length] ?? {};
      const sent = turn % 10 === 0 ? { path: "/api/validate", body: envelope } : {};
      const answer = await callers.call(url, { ...sent, client: "10.3.0.1", headers: bearer(junkKey()) });
      statuses.add(answer.status);
    }
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: atOnce }, flood))).flatMap((seen) => [...seen]);
  const windows = Math.floor((performance.now() - begin) / 60_000) + 1;
  const asked = identity.introspections() - before;
  figure(`introspections a minute for ${calls} bad keys from one address`, asked / windows, 20);
  assert.deepEqual(new Set(statuses), new Set([401, 429]));
  assert.ok(asked > 0 && asked <= 20 * windows, `${asked} in ${windows} windows`);
});

test("of a thousand simultaneous replays of a signed call one is believed, and the agent is charged once", async () => {
  const { accepted, refused } = await replay("agt_replayed");
  figure("signed calls accepted of 1,000 replays at 4 processes", accepted, 1);
  assert.deepEqual([accepted, refused], [1, 999]);
  const next = await callers.call(fleet.url, { path: "/api/validate", ...aSignedCall("agt_replayed") });
  assert.equal(next.status, 200);
  const [, left] = /;r=(\d+)/.exec(next.header("ratelimit") ?? "") ?? [];
  figure("calls charged to the agent for 1,000 replays", 20 - 1 - Number(left), 1);
  assert.equal(Number(left), 18);
});

test("without the store a signed call is believed at most once by each instance", async () => {
  await redis.kill();
  const { accepted, refused } = await replay("agt_alone");
  await redis.revive();
  figure("signed calls accepted of 1,000 replays at 4 processes without a store, most", accepted, 4);
  assert.ok(accepted >= 1 && accepted <= 4);
  assert.equal(accepted + refused, 1_000);
});

const envelope = JSON.stringify(anEnvelope());

function forged(turn: number) {
  const address = `203.0.113.${turn % 256}`;
  return {
    client: `${address}, 198.51.100.${turn % 256}`,
    headers: {
      Forwarded: `for=${address}`,
      "X-Real-IP": address,
      "True-Client-IP": address,
      "CF-Connecting-IP": address,
      "X-Client-IP": address,
    },
  };
}

function aSignedCall(agent: string) {
  return signed({ identity, url: fleet.url, now: () => new Date() }, { agent }) as {
    headers: Record<string, string>;
    body: string;
  };
}

// Each from an address of its own, so that none is refused for having failed too often.
async function replay(agent: string) {
  const call = { path: "/api/validate", ...aSignedCall(agent) };
  const answers = await simultaneously(fleet, callers, 1_000, (turn) => ({
    ...call,
    client: `10.4.${Math.floor(turn / 250)}.${turn % 250}`,
  }));
  const statuses = statusesOf(answers);
  return { accepted: statuses[200] ?? 0, refused: statuses[401] ?? 0 };
}
