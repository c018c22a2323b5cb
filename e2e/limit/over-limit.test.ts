import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { waitUntil } from "@assay/testing/wait-until";
import { startService } from "../auth/start-service-with-identity.ts";
import { forwardFor, trustedProxies } from "./forward-for.ts";

const flooder = "198.51.100.7";

test("all calls over the limit are counted, and at most ten a second are logged", async () => {
  await using service = await startService({ app: { limit: { calls: 2, windowSeconds: 300 }, trustedProxies } });
  while ((await service.call("listDomains", forwardFor(flooder))).status !== 429);
  const limitMetric = 'assay_limit_total{result="over"}';
  const callsMetric = 'assay_calls_total{operation="listDomains",status="429",code="rate-limited"}';
  const fetchCounts = async (): Promise<readonly [number, number]> => [
    await fetchMetric(service.app, limitMetric),
    await fetchMetric(service.app, callsMetric),
  ];
  const [refusedBefore, countedBefore] = await fetchCounts();
  const longQuery = { query: "x".repeat(2_100) };
  const refused = Array.from({ length: 100 }, (_, index) =>
    service.call("listDomains", forwardFor(flooder, index % 2 === 0 ? {} : longQuery)),
  );
  assert.ok((await Promise.all(refused)).every(({ status }) => status === 429));
  assert.deepEqual(await fetchCounts(), [refusedBefore + 100, countedBefore + 100]);
  // This event is logged when the number of refusals reaches five times the limit.
  const persistent = service.findLogLines("client-persists").filter(({ address }) => address === flooder);
  const refusals = persistent.map(({ refused }) => refused);
  assert.deepEqual(refusals, [10], "once per window");
  const findRefusals = () => service.findLogLines("call").filter(({ status }) => status === 429);
  const logged = findRefusals().length;
  assert.ok(logged > 0 && logged < refusedBefore + 100, `${logged} lines`);
  assert.ok(findRefusals().every(({ address }) => address === flooder));
  await waitUntil("a line reports how many refusals were not logged", async () => {
    await service.call("listDomains", forwardFor(flooder));
    return findRefusals().some(({ unlogged }) => Number(unlogged) > 0);
  });
});
