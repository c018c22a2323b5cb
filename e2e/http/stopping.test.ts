import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { checkTiming } from "@assay/testing/check-timing";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { waitUntil } from "@assay/testing/wait-until";
import { checkProblem } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { domains, head } from "./raw/raw-case.ts";
import { startService } from "./start-service.ts";

describe("clients that keep a connection open", { concurrency: true }, () => {
  test("a head that stops halfway is answered with 408, and the connection ends", async () => {
    await using service = await startService();
    const startedAt = performance.now();
    const incompleteHead = "POST /api/validate HTTP/1.1\r\nHost: local";
    const { answers, closed } = await exchange(service.url, incompleteHead, { expect: 1, closes: true });
    assert.equal(answers.length, 1);
    assert.equal(answers[0] && checkProblem(answers[0], service.url), "request-timeout");
    assert.equal(closed, true);
    checkTiming("a head that never ends is refused after (s)", (performance.now() - startedAt) / 1_000, 12);
  });

  test("an unused connection stays open for longer than the request timeout", async () => {
    await using service = await startService();
    const { hostname, port } = new URL(service.url);
    const client = connect(Number(port), hostname).setEncoding("latin1");
    await once(client, "connect");
    let received = "";
    client.on("data", (part) => (received += part));
    await wait(12_500);
    assert.equal(received, "");
    client.write(domains);
    await waitUntil("the call is answered", () => received);
    assert.match(received, /^HTTP\/1.1 200 /);
    client.destroy();
  });

  test("a client that never reads its answers is disconnected", async () => {
    await using service = await startService();
    const { hostname, port } = new URL(service.url);
    const client = connect(Number(port), hostname);
    const startedAt = performance.now();
    client.on("error", () => {});
    const request = head("GET /openapi.json HTTP/1.1");
    // Sends one request after another until the buffers at both ends are full and an answer is stuck.
    let [sent, answered] = [0, 0];
    const onFinish = (message: unknown) => {
      if ((message as { readonly request: IncomingMessage }).request.url === "/openapi.json") answered += 1;
    };
    subscribe("http.server.response.finish", onFinish);
    for (let stuckFor = 0; stuckFor < 200; stuckFor += 1) {
      if (answered === sent) {
        [sent, stuckFor] = [sent + 1, 0];
        client.write(request);
      }
      await wait(50);
    }
    unsubscribe("http.server.response.finish", onFinish);
    assert.equal(await fetchMetric(service.app, "assay_connections"), 1);
    await waitUntil("the client is disconnected", () => fetchMetric(service.app, "assay_connections"), {
      isDone: (open) => open === 0,
      pauseMs: 200,
    });
    checkTiming("a client that never reads is disconnected after (s)", (performance.now() - startedAt) / 1_000, 60);
    client.destroy();
  });

  test("a call that arrives while the service drains is answered, and its connection ends", async () => {
    await using service = await startService({ drainMs: 5_000 });
    const closed = service.app.close();
    const ready = await fetch(`${service.app.operatorUrl}/readyz`, { headers: { connection: "close" } });
    const { answers } = await exchange(service.url, domains, { expect: 1, closes: true });
    assert.deepEqual([ready.status, answers[0]?.status, answers[0]?.headers.connection], [503, 200, "close"]);
    await closed;
  });

  test("an incomplete request delays stopping by at most ten seconds, and idle connections end at once", async () => {
    await using service = await startService();
    const { hostname, port } = new URL(service.url);
    const [client, idle] = [connect(Number(port), hostname), connect(Number(port), hostname)];
    for (const socket of [client, idle]) socket.on("error", () => {});
    idle.write(domains);
    await once(idle, "data");
    const headers = ["Content-Type: application/json", "Content-Length: 9", "Expect: 100-continue"];
    client.write(head("POST /api/validate HTTP/1.1", ...headers));
    await once(client, "data");
    const startedAt = performance.now();
    const idleSeconds = once(idle.resume(), "close").then(() => (performance.now() - startedAt) / 1_000);
    await service.app.close();
    const seconds = (performance.now() - startedAt) / 1_000;
    assert.ok(seconds < 60);
    assert.ok((await idleSeconds) < seconds / 2);
    checkTiming("stopping with an incomplete request takes (s)", seconds, 11);
    client.destroy();
  });
});
