import assert from "node:assert/strict";
import { test } from "node:test";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { startProductHaproxy } from "@assay/testing/services/product-haproxy";
import { waitUntil } from "@assay/testing/wait-until";
import { createEnvelope } from "../http/create-envelope.ts";
import { startService } from "../http/start-service.ts";
import { createClient } from "./create-client.ts";

test("the id that a client gets is in the logs of HAProxy and of the instance, and a forged id is in neither", async () => {
  const lines: string[] = [];
  const port = await findFreePort();
  await using service = await startService({
    trustedProxies: ["127.0.0.1/32"],
    log: { level: "info", to: { write: (line) => lines.push(line) } },
  });
  const instances = [{ url: service.url, operatorUrl: service.app.operatorUrl }];
  await using haproxy = await startProductHaproxy({ port, instances });
  using through = createClient(`https://127.0.0.1:${port}`, "127.0.0.2");
  using past = createClient(service.url, "127.0.0.3");
  const forged = "3f0c8b1e-6a57-4b41-9c55-0d6f0d1f7a53";
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { "x-request-id": forged, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const served = await through.call({ headers });
  const id = served.headers["x-request-id"];
  assert.ok(id);
  const refused = await through.call({ headers, body: "{" });
  const direct = await past.call({ headers });
  await waitUntil("HAProxy has logged both requests", () => /\/api\/validate .*\n/.test(haproxy.output()));
  assert.match(haproxy.output(), new RegExp(`"GET [^"]*/api/domains [^"]*" ${id}\n`));
  assert.ok(haproxy.output().includes(`${refused.headers["x-request-id"]}`));
  const calls = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "call");
  assert.deepEqual(
    calls.map(({ requestId, traceId }) => [requestId, traceId]),
    [served, refused, direct].map((answer) => [answer.headers["x-request-id"], trace]),
  );
  assert.ok(!`${lines.join("")}${haproxy.output()}`.includes(forged));
});

test("HAProxy redirects plain HTTP to the public URL, whatever host the request names, and asks browsers for HTTPS", async () => {
  const port = await findFreePort();
  await using service = await startService({ trustedProxies: ["127.0.0.1/32"] });
  const instances = [{ url: service.url, operatorUrl: service.app.operatorUrl }];
  await using haproxy = await startProductHaproxy({ port, instances });
  const url = `https://127.0.0.1:${port}`;
  using plain = createClient(haproxy.plainUrl, "127.0.0.4");
  const redirected = await plain.call({ path: "/docs?a=1", headers: { host: "other.example" } });
  assert.deepEqual([redirected.status, redirected.headers.location], [308, `${url}/docs?a=1`]);
  using client = createClient(url, "127.0.0.5");
  // The last of these refusals comes from HAProxy.
  const answers = await Promise.all(Array.from({ length: 400 }, () => client.call()));
  assert.ok(answers.some(({ headers }) => headers.ratelimit === undefined));
  for (const { headers } of answers) assert.equal(headers["strict-transport-security"], "max-age=31536000");
});

test("HAProxy counts what it refuses because its queue is full apart from what one address has too much of", async () => {
  const port = await findFreePort();
  await using service = await startService({ trustedProxies: ["127.0.0.1/32"] });
  await using haproxy = await startProductHaproxy({
    port,
    instances: [{ url: service.url, operatorUrl: service.app.operatorUrl }],
    edit: (config) =>
      config.replace("maxconn 64", "maxconn 1").replace("avg_queue(instances) ge 256", "queue(instances) ge 8"),
  });
  const clients = Array.from({ length: 10 }, (_, index) =>
    createClient(`https://127.0.0.1:${port}`, `127.0.0.${20 + index}`),
  );
  const body = JSON.stringify(createEnvelope());
  const answers = await Promise.all(
    clients.flatMap((client) => Array.from({ length: 30 }, () => client.call({ body }))),
  );
  for (const client of clients) client[Symbol.dispose]();
  const refused = answers.filter(({ status }) => status === 503).length;
  assert.ok(refused > 0);
  assert.equal(answers.filter(({ status }) => status === 200).length, answers.length - refused);
  const metrics = await (await fetch(haproxy.metricsUrl)).text();
  const read = (row: string) =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(row))
        ?.split(" ")[1],
    );
  assert.equal(read('haproxy_backend_http_responses_total{proxy="instances",code="5xx"}'), refused);
  assert.equal(read('haproxy_server_http_responses_total{proxy="instances",server="instance-1",code="5xx"}'), 0);
  // The frontend also counts what the backend denies.
  for (const row of [
    'frontend_requests_denied_total{proxy="callers"}',
    'backend_requests_denied_total{proxy="instances"}',
  ])
    assert.equal(read(`haproxy_${row}`), refused);
});
