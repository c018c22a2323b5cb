import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { simultaneously, statusesOf } from "../../e2e/fleet/simultaneous.ts";

test("instances whose clocks are wrong by 45 seconds and by an hour let exactly twenty calls pass together", async () => {
  await using redis = await startRedis();
  const aheadSeconds = [0, 45, 3_600];
  const instances = aheadSeconds.length;
  await using fleet = await startFleet({
    instances,
    store: { urls: [redis.url], silenceMs: longSilenceMs },
    aheadSeconds,
  });
  using callers = createCallers();
  const { rounds, calls } = scaled({ ci: { rounds: 4, calls: 200 }, full: { rounds: 50, calls: 1_000 } });
  const admitted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await simultaneously(fleet, callers, calls, () => ({ client: `10.1.${round}.1` }));
    admitted.push(statusesOf(answers)[200] ?? 0);
  }
  // One after the other too: what the first instance counted must count at the others at once.
  const inTurn = [];
  for (const { url } of [...fleet.instances, ...fleet.instances]) {
    for (let call = 0; call < 8; call += 1) inTurn.push(await callers.call(url, { client: "10.2.0.1" }));
  }
  admitted.push(statusesOf(inTurn)[200] ?? 0);
  figure("admitted with clocks 45 s and 1 h apart, least", Math.min(...admitted), 20);
  figure("admitted with clocks 45 s and 1 h apart, most", Math.max(...admitted), 20);
  assert.deepEqual(new Set(admitted), new Set([20]));
});
