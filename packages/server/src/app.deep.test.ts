import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { waitUntil } from "@assay/testing/wait-until";
import { type AppOptions, openApp } from "./app.ts";

// All services in a process share one worker thread, but each of these tests has to see its own thread start.
const threads = new Set<Worker>();
subscribe("worker_threads", (message) => threads.add((message as { worker: Worker }).worker));
afterEach(() => Promise.all([...threads].map((thread) => thread.terminate())));

type DomainConfig = AppOptions["domains"][number];

async function startProduct(): Promise<AsyncDisposable & { readonly domain: DomainConfig }> {
  const spec = specFile("datamint/generator-option/1.0.0", [{ op: "remove", path: "/next" }]);
  const server = createServer((request, response) => {
    const body = request.url === "/registry" ? JSON.stringify(registryFile()) : spec;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    domain: {
      targetProduct: "datamint",
      domainId: "generator-option",
      specPackageUrl: `${origin}/current.json`,
      submissionUrl: `${origin}/proposals`,
      registry: { url: `${origin}/registry` },
      refreshSeconds: 1,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Terminates worker threads as soon as they start, up to `max` of them. */
function endThreads(max: number): Disposable & { readonly ended: number } {
  let ended = 0;
  const end = (message: unknown) => {
    if (ended >= max) return;
    ended += 1;
    void (message as { worker: Worker }).worker.terminate();
  };
  subscribe("worker_threads", end);
  return {
    get ended() {
      return ended;
    },
    [Symbol.dispose]: () => void unsubscribe("worker_threads", end),
  };
}

const isReady = async ({ operatorUrl }: { readonly operatorUrl: string }) =>
  (await fetch(`${operatorUrl}/readyz`)).status === 200;

const fetchReadiness = async ({ operatorUrl }: { readonly operatorUrl: string }) =>
  await (await fetch(`${operatorUrl}/readyz`)).text();

test("is not ready until an interrupted check has been repeated and completed", async () => {
  await using product = await startProduct();
  using ending = endThreads(2);
  await using app = await openApp({ domains: [product.domain] });
  await waitUntil("two threads were ended", () => ending.ended === 2);
  assert.equal(await isReady(app), false);
  assert.match(await fetchReadiness(app), /^not ready: still loading: 1 of 1 domains\b/);
  await app.loaded;
  assert.equal(await isReady(app), true);
  assert.equal(await fetchReadiness(app), "ready\n");
  assert.match(await (await fetch(`${app.operatorUrl}/metrics`)).text(), /status="ready"\} 1/);
});

test("becomes ready after readyTimeoutMs even if a check never completes", async () => {
  await using product = await startProduct();
  using _threads = endThreads(Number.POSITIVE_INFINITY);
  const lines: string[] = [];
  const log = { level: "info", to: { write: (line: string) => void lines.push(line) } };
  await using app = await openApp({ domains: [product.domain], readyTimeoutMs: 2_000, log });
  await wait(1_000);
  assert.equal(await isReady(app), false);
  await app.loaded;
  assert.equal(await isReady(app), true);
  const logged = lines.map((line) => JSON.parse(line));
  const { url, operatorUrl } = app;
  const domains = ["datamint/generator-option"];
  assert.partialDeepStrictEqual(logged[0], { event: "starting", version: "1.0.0", url, operatorUrl, domains });
  const ready = logged.find(({ event }) => event === "ready");
  assert.partialDeepStrictEqual(ready, { level: 40, url, operatorUrl, untried: domains, untriedCount: 1 });
  const regex = /^ready: still loading: 1 of 1 domains; datamint\/generator-option is unavailable.* \(spec package: /;
  assert.match(await fetchReadiness(app), regex);
});

test("closes at once while documents are being checked", async () => {
  await using product = await startProduct();
  const domains = Array.from({ length: 5 }, () => product.domain);
  const started = Promise.withResolvers<Worker>();
  const listener = (message: unknown) => started.resolve((message as { worker: Worker }).worker);
  subscribe("worker_threads", listener);
  try {
    const app = await openApp({ domains });
    const worker = await started.promise;
    const exited = once(worker, "exit");
    await app.close();
    await exited;
    await app.loaded;
  } finally {
    unsubscribe("worker_threads", listener);
  }
});
