import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { resultsOf, startLoad } from "@assay/testing/services/load";
import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { startFleet } from "@assay/testing/services/start-fleet";
import { timingFigure } from "@assay/testing/timing-figure";
import { simultaneously, statusesOf } from "../../e2e/fleet/simultaneous.ts";
import { createClients } from "./clients-under-load.ts";
import { secondsDegraded } from "./seconds-degraded.ts";

test("when a master of the cluster dies no call fails, and its replica soon counts in its place", async () => {
  const callsPerSecond = scaled({ ci: 100, full: 300 });
  await using cluster = await startRedisCluster();
  const instances = scaled({ ci: 2, full: 4 });
  const silenceMs = scaled({ ci: 2_000, full: 90 });
  await using fleet = await startFleet({ instances, store: { urls: cluster.urls, cluster: true, silenceMs } });
  using callers = createCallers();
  const clients = await createClients(fleet, callers, "10.1");
  const load = startLoad(callsPerSecond, clients.call);
  await wait(1_000);
  await cluster.masters[0]?.kill();
  const seconds = await secondsDegraded(fleet);
  await wait(1_000);
  const outcomes = await load.stop();
  const results = resultsOf(outcomes);
  const failed = outcomes.length - (results[200] ?? 0) - (results[429] ?? 0);
  figure(`cluster failover at ${callsPerSecond} calls/s: failed of ${outcomes.length} calls`, failed, 0);
  assert.equal(failed, 0, JSON.stringify(results));

  // Clients of every shard, the one that failed over included.
  const admitted = [];
  for (let client = 0; client < 12; client += 1) {
    const answers = await simultaneously(fleet, callers, 60, () => ({ client: `10.2.0.${client}` }));
    admitted.push(statusesOf(answers)[200]);
  }
  assert.deepEqual(new Set(admitted), new Set([20]));
  timingFigure("cluster failover: seconds degraded", seconds, 15);
});
