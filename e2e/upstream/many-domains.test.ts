import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type Domain, type Registry, resolvedTests, type ValidationResult } from "@assay/contract";
import { startApp } from "@assay/server";
import { specFile } from "@assay/testing/cases/golden-cases";
import { generatedName, generatedPackage } from "@assay/testing/corpora/generated-package";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { freePort } from "@assay/testing/services/free-port";
import { startGeneratedProduct } from "@assay/testing/services/generated-product";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { callerOf, type DomainSettings, domainOf } from "./service.ts";
import { startService } from "./start-service.ts";

const many = scaled({ ci: 8, full: 20 });
const manyGenerated = scaled({ ci: 24, full: 100 });
const nameOf = (index: number) => `option-${index}`;

test("all domains are ready once the service is, and the first of them is served while others load", async () => {
  await using product = await startProduct();
  const [port, operatorPort] = [await freePort(), await freePort()];
  const domains = Array.from({ length: many }, (_, index) => product.domain(nameOf(index)));
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
      const { status, body } = await validate(undefined, { domainId: nameOf(first) });
      assert.equal(status, 200);
      assert.equal(body.valid, true);
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

test("verdicts are the same whether a service has one domain or many, and all of many are ready", async () => {
  await using product = await startGeneratedProduct();
  const lines: string[] = [];
  const start = (indices: readonly number[]) =>
    startApp({
      domains: indices.map(product.domain),
      publicUrl: "https://assay.example",
      limit: manyCalls,
      log: { level: "info", to: { write: (line) => void lines.push(line) } },
      ...longTimeouts,
    });
  await using service = await start(Array.from({ length: manyGenerated }, (_, index) => index));
  const events = lines.map((line) => JSON.parse(line).event);
  const statuses = await statusesOf(service.url);
  figure("generated domains that are ready when the service is", statuses.ready ?? 0, manyGenerated);
  assert.deepEqual(statuses, { ready: manyGenerated });
  assert.deepEqual(counted(events), {
    starting: 1,
    "spec-package-in-force": manyGenerated,
    ready: 1,
  });

  let compared = 0;
  // With CEL, without it, and the last one.
  for (const index of [0, 4, manyGenerated - 1]) {
    await using alone = await start([index]);
    for (const { candidate } of resolvedTests(generatedPackage(index))) {
      const body = JSON.stringify({ ...generatedName(index), candidate });
      assert.deepEqual(await verdictOf(service.url, body), await verdictOf(alone.url, body));
      compared += 1;
    }
  }
  figure("verdicts compared with those of a service with one domain", compared, "at least 6");
  assert.ok(compared >= 6);
});

async function statusesOf(url: string): Promise<{ readonly [status: string]: number }> {
  const { domains } = (await (await fetch(`${url}/api/domains`)).json()) as { domains: Domain[] };
  return counted(domains.map(({ status }) => status));
}

/** The verdict without the times at which documents were confirmed. */
async function verdictOf(url: string, body: string): Promise<object> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/validate`, { method: "POST", headers, body });
  assert.equal(response.status, 200);
  const { evidence, ...verdict } = (await response.json()) as ValidationResult;
  const { specPackage, registry } = evidence;
  return { ...verdict, digest: specPackage.digest, revision: registry.revision, id: registry.generatorId };
}

function counted(names: readonly string[]): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all?.length ?? 0]),
  );
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

/** A product with as many domains as are asked for, each with rules and an announcement of its own. */
async function startProduct(): Promise<AsyncDisposable & { domain(domainId: Domain["domainId"]): DomainSettings }> {
  const registry: Registry = {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision: "1",
    complete: true,
    entries: [{ id: "person-basic", state: "active" }],
    pending: [],
  };
  const server = createServer((request, response) => {
    const [, domainId = "", document = ""] = (request.url ?? "").split("/");
    const body = document === "registry" ? JSON.stringify(registry) : packageOf(domainId, document);
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function packageOf(domainId: string, document: string): Uint8Array {
    const version = document === "next" ? "2.0.0" : "1.0.0";
    const next = { version: "2.0.0", url: `${origin}/${domainId}/next`, effectiveFrom: "2030-01-01T00:00:00Z" };
    return specFile(`datamint/generator-option/${version}`, [
      { op: "replace", path: "/domainId", value: domainId },
      ...(document === "next" ? [] : [{ op: "add" as const, path: "/next", value: next }]),
    ]);
  }

  return {
    domain: (domainId) =>
      domainOf(
        {
          specPackageUrl: `${origin}/${domainId}/current`,
          registryUrl: `${origin}/${domainId}/registry`,
          submissionUrl: `${origin}/proposals`,
        },
        { domainId },
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
