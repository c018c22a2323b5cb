import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { freePort } from "@assay/testing/services/free-port";
import { startGeneratedProduct } from "@assay/testing/services/generated-product";
import { callerOf } from "./service.ts";
import { startService } from "./start-service.ts";

const many = scaled({ ci: 8, full: 20 });

test("all domains are ready once the service is, and the first of them is served while others load", async () => {
  await using product = await startGeneratedProduct();
  const [port, operatorPort] = [await freePort(), await freePort()];
  const domains = Array.from({ length: many }, (_, index) => product.domain(index));
  const starting = startService({ port, operatorPort, domains, log: { level: "warn" } });
  const begun = performance.now();

  const { domain, validate } = callerOf(`http://127.0.0.1:${port}`);
  const statusOf = (domainId: string) =>
    domain(domainId).then(
      ({ status }) => status,
      () => "unavailable" as const,
    );
  const readiness = () =>
    fetch(`http://127.0.0.1:${operatorPort}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  let [served, readyDomains, firstAfterMs] = [0, 0, 0];
  while ((await readiness()) !== 200) {
    const statuses = await Promise.all(domains.map(({ domainId }) => statusOf(domainId)));
    const first = statuses.indexOf("ready");
    readyDomains = statuses.filter((status) => status === "ready").length;
    if (first >= 0 && readyDomains < many) {
      firstAfterMs ||= performance.now() - begun;
      const { targetProduct, domainId } = domains[first] ?? assert.fail();
      assert.equal((await validate(undefined, { targetProduct, domainId })).status, 200);
      if ((await readiness()) === 503) served += 1;
    }
    await wait(20);
  }
  const readyAfterMs = performance.now() - begun;
  await using service = await starting;
  const statuses = await Promise.all(domains.map(({ domainId }) => service.caller.domain(domainId)));
  const ready = statuses.filter(({ status }) => status === "ready").length;
  const refused = service.child
    .output()
    .split("\n")
    .filter((line) => line.includes('"refresh-failed"'));
  const { rssBytes } = await service.vitals();

  figure("domains", many, "20 at full scale");
  figure("domains that are ready when the service is", ready, many);
  figure("documents that were refused", refused.length, 0);
  figure("calls answered by the first domain while others loaded", served, "at least 1");
  figure("seconds until the first domain, and until all", `${seconds(firstAfterMs)}, ${seconds(readyAfterMs)}`, "none");
  figure("memory of the process when it is ready, MiB", Math.round(rssBytes / 2 ** 20), "none");
  assert.deepEqual([ready, refused], [many, []]);
  assert.ok(served > 0);
});

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
