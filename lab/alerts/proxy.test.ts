import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { createCertificate, startProductHaproxy } from "@assay/testing/services/product-haproxy";
import { startRedis } from "@assay/testing/services/redis-server";
import { startChild } from "@assay/testing/services/start-child";
import { waitUntil } from "@assay/testing/wait-until";
import { parse, stringify } from "yaml";
import { createClient } from "../../e2e/fleet/create-client.ts";
import { createCandidate, createEnvelope } from "../../e2e/http/create-envelope.ts";

const deploy = join(import.meta.dirname, "../../deploy");
const rules = readFileSync(join(deploy, "prometheus/assay-rules.yaml"), "utf8");
const missing = ["prometheus", "prometheus-blackbox-exporter", "haproxy", "redis-server", "faketime"].filter(
  (name) => spawnSync("which", [name]).status !== 0,
);
const skip = missing.length === 0 ? false : `not installed: ${missing.join(", ")}`;

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const folder = everything.use(mkdtempDisposableSync(join(tmpdir(), "assay-alerts-"))).path;

/** Runs a program that logs to standard error. */
async function start(command: string, isReady: (line: string) => boolean): Promise<void> {
  everything.use(await startChild({ program: "sh", args: ["-c", `exec ${command} 2>&1`], isReady }));
}

function createFolder(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}

/** Starts Assay with a product that is down and one that is not, HAProxy, and a Prometheus that evaluates each second. */
async function setUp() {
  const sandbox = everything.use(await startSandbox());
  const redis = everything.use(await startRedis());
  const { domainConfig } = sandbox.datamint;
  const [port, metricsPort, exporterPort, prometheusPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const url = `https://127.0.0.1:${port}`;
  const down = { ...domainConfig, targetProduct: "shop", specPackageUrl: `http://127.0.0.1:${await findFreePort()}/` };
  const app = everything.use(
    await startApp({
      ...longTimeouts,
      publicUrl: url,
      limit: generousLimit,
      trustedProxies: ["127.0.0.1/32"],
      store: { urls: [redis.url], secret: "s".repeat(32) },
      domains: [domainConfig, down],
    }),
  );
  await waitUntil("every domain has been tried", async () => (await fetch(`${app.operatorUrl}/readyz`)).ok);
  const valid = createCertificate(createFolder("valid"));
  const expired = createCertificate(createFolder("expired"), "3 days ago");
  const metrics = `127.0.0.1:${metricsPort}`;
  const startProxy = (certificate = valid) => startProductHaproxy({ port, instances: [app], metrics, certificate });

  // The configuration in the documentation, with the addresses and the certificate of this test.
  const page = readFileSync(join(deploy, "../docs/reference/operations.md"), "utf8");
  const config = parse(/```yaml\n(global:[\s\S]*?)```/.exec(page)?.[1] ?? "");
  const targets: { readonly [job: string]: string } = {
    assay: new URL(app.operatorUrl).host,
    "assay-proxy": metrics,
    "assay-probe": `${url}/api/domains`,
  };
  for (const job of config.scrape_configs) {
    Object.assign(job, { scrape_interval: "1s", static_configs: [{ targets: [targets[job.job_name]] }] });
    for (const rule of job.relabel_configs ?? []) if (rule.replacement) rule.replacement = `127.0.0.1:${exporterPort}`;
  }
  writeFileSync(join(folder, "prometheus.yml"), stringify(config));
  const quick = rules.replaceAll(/for: \d+m/g, "for: 5s").replaceAll("interval: 30s", "interval: 1s");
  writeFileSync(join(folder, "assay-rules.yaml"), quick);
  const http = { tls_config: { ca_file: join(folder, "valid/certificate.pem") } };
  writeFileSync(join(folder, "blackbox.yml"), stringify({ modules: { http_2xx: { prober: "http", http } } }));
  await start(
    `prometheus-blackbox-exporter --config.file=${folder}/blackbox.yml --web.listen-address=127.0.0.1:${exporterPort}`,
    (line) => line.includes("Listening on"),
  );
  await start(
    `prometheus --config.file=${folder}/prometheus.yml --storage.tsdb.path=${createFolder("data")} --web.listen-address=127.0.0.1:${prometheusPort}`,
    (line) => line.includes("Server is ready"),
  );
  const ask = async (path: string, name: string, text: string) => {
    const asked = new URLSearchParams({ [name]: text });
    const response = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/${path}?${asked}`);
    const { data, error } = (await response.json()) as { readonly data?: never; readonly error?: string };
    assert.ok(data, `${text}: ${error}`);
    return data as unknown;
  };
  return { url, app, startProxy, expired, ask };
}

type Labels = { readonly [name: string]: string };

test("the alerts about the proxy fire when it fails, none fires for a flood but its own, and what they name exists", {
  skip,
}, async () => {
  const { url, app, startProxy, expired, ask } = await setUp();
  const findSeries = async (selector: string) => (await ask("series", "match[]", selector)) as readonly Labels[];
  const query = async (expression: string) => {
    const { result } = (await ask("query", "query", expression)) as {
      readonly result: readonly { readonly metric: Labels; readonly value: readonly [number, string] }[];
    };
    return result;
  };
  const listFiring = async () => {
    const alerts = await query('ALERTS{alertstate="firing"}');
    const names = alerts.map(({ metric: { alertname, severity, team, product } }) =>
      [alertname, severity, team, ...(product === undefined ? [] : [product])].join(" "),
    );
    return new Set(names);
  };
  const isFiring = async (name: string) => [...(await listFiring())].some((alert) => alert.startsWith(`${name} `));
  const waitForAlert = (name: string) => waitUntil(`${name} fires`, () => isFiring(name));
  const waitForEnd = (name: string) => waitUntil(`${name} ends`, async () => !(await isFiring(name)));

  let proxy = await startProxy();
  try {
    // The certificate is for two days.
    const usual = new Set([
      "AssayDomainUnavailable page product shop",
      "AssayDomainStale ticket product shop",
      "AssayCertificateEnding page proxy",
      "AssayCertificateEnding ticket proxy",
    ]);
    using client = createClient(url, "127.0.0.5");
    const candidate = createCandidate({ supportedStrategies: ["other"] });
    assert.equal((await client.call({ body: JSON.stringify(createEnvelope({ candidate })) })).status, 200);
    assert.equal((await client.call({ body: "{" })).status, 400);
    await waitUntil("the usual alerts fire", async () => (await listFiring()).symmetricDifference(usual).size === 0);
    await checkNames(findSeries);

    using flooder = createClient(url, "127.0.0.6");
    let sent = 0;
    const send = async () => {
      for (; sent < 6_000; sent += 1) await flooder.call();
    };
    await Promise.all(Array.from({ length: 32 }, send));
    await waitForAlert("AssayFlood");
    assert.deepEqual(await listFiring(), usual.union(new Set(["AssayFlood ticket proxy"])));
    assert.deepEqual(
      (await query("assay:proxy_refusals:increase5m")).map(({ value }) => value[1]),
      ["0"],
    );

    await proxy[Symbol.asyncDispose]();
    await waitForAlert("AssayUnreachable");
    assert.equal(await isFiring("AssayNoInstance"), false);

    proxy = await startProxy();
    await waitForEnd("AssayUnreachable");
    await proxy[Symbol.asyncDispose]();
    proxy = await startProxy(expired);
    await waitForAlert("AssayUnreachable");
    await waitForEnd("AssayUnwatched");
    assert.equal(await isFiring("AssayUnreachable"), true);
    assert.equal(await isFiring("AssayNoInstance"), false);

    await proxy[Symbol.asyncDispose]();
    proxy = await startProxy();
    await waitForEnd("AssayUnreachable");
    await app.close();
    await waitForAlert("AssayNoInstance");
    using late = createClient(url, "127.0.0.7");
    assert.equal((await late.call()).status, 503);
    await waitUntil("the objective counts it", async () => {
      return (await query('assay:call_faults:increase5m{job="assay"} > 0')).length === 1;
    });
  } finally {
    await proxy[Symbol.asyncDispose]();
  }
});

/** Checks that every metric and label in the rules and in the dashboard is one that Prometheus has scraped. */
async function checkNames(findSeries: (selector: string) => Promise<readonly Labels[]>): Promise<void> {
  const { groups } = parse(rules) as { readonly groups: readonly { readonly rules: readonly { expr: string }[] }[] };
  const dashboard = readFileSync(join(deploy, "grafana/assay-dashboard.json"), "utf8");
  const expressions = [
    ...groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...[...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = ""]) => JSON.parse(text) as string),
  ];
  let checked = 0;
  for (const expression of expressions) {
    const known = new Set<string>();
    for (const [, name = "", matchers = ""] of expression.matchAll(
      /(?<![\w:"])((?:assay|haproxy|probe|process)_\w+|up)\b(?:\{([^}]*)\})?/g,
    )) {
      // Whether an outcome or a code has been counted yet is chance, but HAProxy has its proxies from the beginning.
      const selector = name.startsWith("haproxy_") ? `${name}{${matchers}}` : name;
      const series = await findSeries(selector);
      assert.ok(series.length > 0, `nothing has ${selector}: ${expression}`);
      for (const label of series.flatMap(Object.keys)) known.add(label);
      for (const [, label = ""] of matchers.matchAll(/(\w+)[=!]/g)) {
        assert.ok(
          series.some((labels) => label in labels),
          `${name} has no label ${label}`,
        );
      }
      checked += 1;
    }
    for (const [, list = ""] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
      for (const label of list.split(", "))
        if (label !== "le" && known.size > 0) assert.ok(known.has(label), expression);
    }
  }
  assert.ok(checked > 50);
}
