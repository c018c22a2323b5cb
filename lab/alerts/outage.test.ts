import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { startRedis, withoutRedis } from "@assay/testing/services/redis-server";
import { waitUntil } from "@assay/testing/wait-until";
import { bearer, junkKey, type Service, startService } from "../../e2e/auth/service.ts";
import { anEnvelope } from "../../e2e/http/service.ts";
import { startPrometheus, withoutPrometheus } from "./prometheus.ts";

const alert = "AssayIdentityFailing";
const dashboard = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../deploy/grafana/assay-dashboard.json"), "utf8"),
) as { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] };
// Grafana sets this range by the scrape interval and the width of a panel.
const expressions = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll(/\$__(?:rate_interval|range)/g, "10s")),
);

test("an identity service that stops raises its alert, which ends when it is back, and the dashboard shows it all", {
  skip: withoutRedis || withoutPrometheus,
}, async () => {
  await using redis = await startRedis();
  const store = { urls: [redis.url], secret: "a secret that all instances of the fleet share" };
  await using service = await startService({ refreshSeconds: 1, more: { store } });
  await using prometheus = await startPrometheus({ operatorUrl: service.app.operatorUrl, faster: 30 });
  await using _ = await startCalls(service);

  const introspections = 'assay_upstream_duration_seconds_count{upstream="introspection",outcome="ok"} > 10';
  await waitUntil("calls were scraped", () => prometheus.query(introspections), { isDone: isNotEmpty });
  assert.ok(!(await prometheus.firing()).includes(alert));

  await service.identity.kill();
  await waitUntil("the alert fires", prometheus.firing, { isDone: (names) => names.includes(alert) });
  assert.ok(!(await prometheus.firing()).includes("AssayFaults"), "it is not a fault of Assay");

  await service.sandbox.datamint[Symbol.asyncDispose]();
  const empty = async () => {
    const values = await Promise.all(expressions.map(prometheus.query));
    return expressions.filter((_, index) => values[index]?.length === 0);
  };
  assert.ok(expressions.length > 0);
  await waitUntil("no expression of the dashboard is empty", empty, { isDone: (list) => list.length === 0 });
  figure(`expressions of the dashboard with values, of ${expressions.length}`, expressions.length, expressions.length);

  await service.identity.revive();
  await waitUntil("the alert ends", prometheus.firing, { isDone: (names) => !names.includes(alert) });
});

/** Calls again and again until it is disposed: with a known key, with a new one, without any, and with an empty candidate. */
async function startCalls(service: Service): Promise<AsyncDisposable> {
  const headers = bearer(await service.newKey());
  let isStopped = false;
  const calling = (async () => {
    while (!isStopped) {
      await service.call("listDomains");
      await service.call("validateProposal", { headers, body: anEnvelope() });
      await service.call("validateProposal", { headers, body: anEnvelope({ candidate: {} }) });
      await service.call("validateProposal", { headers: bearer(junkKey()), body: anEnvelope() });
      await sleep(50);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await calling;
    },
  };
}

function isNotEmpty(values: readonly number[]): boolean {
  return values.length > 0;
}
