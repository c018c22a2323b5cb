import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { onlyAtFullScale } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { percentile, resultsOf, startLoad } from "@assay/testing/services/load";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { createClients } from "./clients-under-load.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { msUntilExact } from "./is-exact.ts";

const faults: { readonly [name: string]: (network: FaultProxy) => void } = {
  "takes half a second longer": (network) => network.delay(500),
  "loses everything without a word": (network) => network.swallow(),
  "ends every connection": (network) => network.cut(),
};

// Only there: what a network does is much like what a store does, and that is tried for every change.
test("a network to the store that misbehaves fails no call", { skip: onlyAtFullScale }, async (t) => {
  await using redis = await startRedis();
  await using network = await startFaultProxy(redis.port);
  const store = { urls: [`redis://127.0.0.1:${network.port}`] };
  await using fleet = await startFleet({ instances: 2, store });
  using callers = createCallers();
  for (const [index, [what, begin]] of Object.entries(faults).entries()) {
    await t.test(`a network that ${what} fails no call`, async () => {
      const clients = await createClients(fleet, callers, `10.${index + 1}`);
      const load = startLoad(200, clients.call);
      await wait(1_000);
      begin(network);
      await wait(8_000);
      network.heal();
      const untilExactMs = await msUntilExact(fleet, callers);
      const outcomes = await load.stop();
      const results = resultsOf(outcomes);
      const failed = outcomes.length - (results[200] ?? 0) - (results[429] ?? 0);
      const settled = outcomes.filter(({ at }) => at > 2_000 && at < 9_000).map(({ milliseconds }) => milliseconds);
      const name = `network that ${what}`;
      figure(`${name}: failed of ${outcomes.length} calls`, failed, 0);
      figure(`${name}: p99 after the first second, ms`, percentile(settled, 0.99).toFixed(0), 100);
      figure(`${name}: ms until it is exact again`, untilExactMs.toFixed(0), "-");
      assert.equal(failed, 0, JSON.stringify(results));
    });
  }
});
