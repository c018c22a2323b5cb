import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import { after, test } from "node:test";
import { connect } from "node:tls";
import { limits } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { createCallers } from "@assay/testing/services/callers";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startProductHaproxy } from "@assay/testing/services/product-haproxy";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { waitUntil } from "@assay/testing/wait-until";
import { signCall } from "../auth/sign-call.ts";
import { type Answer, checkAnswer } from "../http/check-answer.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { countStatuses } from "./count-statuses.ts";
import { createClient } from "./create-client.ts";

// lab/floods sends longer floods, and measures their cost and their effect on honest callers.
const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const identityAddress = "127.0.0.40";
const fleet = everything.use(
  await startFleet({
    instances: 2,
    store: { urls: [redis.url], silenceMs: longSilenceMs },
    haproxyFor: { proxyNetworks: `${identityAddress}/32 192.0.2.0/24` },
  }),
);
const tableLimit = 2 * 320;
const createClientAt = (address: string) => everything.use(createClient(fleet.url, address));

// lab/fleet adds more rounds and processes, hostile timing, incorrect clocks and store failures.
test("if a client makes a thousand simultaneous calls to two instances, exactly twenty pass", async () => {
  using callers = createCallers();
  const urls = fleet.instances.map(({ url }) => url);
  await Promise.all(urls.map((url) => callers.open(url, 500)));
  const calls = urls.flatMap((url) => Array.from({ length: 500 }, () => callers.call(url, { client: "10.1.0.1" })));
  const answers = await Promise.all(calls);
  assert.deepEqual(countStatuses(answers), { 200: 20, 429: 980 });
});

test("HAProxy replaces the address that a caller claims with its real address", async () => {
  const client = createClientAt("127.0.0.3");
  const forgeAddress = (index: number) => ({
    headers: { "x-forwarded-for": `10.0.0.${index}`, forwarded: `for=10.0.0.${index}` },
  });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => client.call(forgeAddress(index))));
  assert.deepEqual(countStatuses(answers), { 200: 20, 429: 10 });
});

test("HAProxy refuses a flood from one address with Assay's error response, without affecting other addresses", async () => {
  const flooder = createClientAt("127.0.0.4");
  const answers: Answer[] = [];
  const send = async () => {
    while (answers.length < 3 * tableLimit) answers.push(await flooder.call());
  };
  await Promise.all(Array.from({ length: 32 }, send));
  const statuses = countStatuses(answers);
  assert.deepEqual(Object.keys(statuses), ["200", "429"]);
  // Only answers from Assay have a RateLimit header. Simultaneous calls can slightly exceed HAProxy's limit.
  const byAssay = answers.filter(({ headers }) => headers.ratelimit !== undefined).length;
  const expected = `${tableLimit} to ${tableLimit + 32}`;
  printFigure(`calls that reached Assay, of ${answers.length} from one address`, byAssay, expected);
  assert.ok(byAssay >= tableLimit && byAssay <= tableLimit + 32, `${byAssay}`);
  const last = await flooder.call();
  assert.deepEqual([last.status, last.headers["retry-after"]], [429, "60"]);
  checkAnswer("listDomains", last, fleet.url);
  assert.equal((await createClientAt("127.0.0.5").call()).status, 200);
});

test("HAProxy limits requests for pages apart from calls, and logs about one of a hundred that it refuses", async () => {
  await using haproxy = await startAnotherHaproxy();
  using flooder = createClient(haproxy.url, "127.0.0.6");
  let sent = 0;
  const send = async () => {
    for (; sent < 3 * tableLimit; sent += 1) await flooder.call({ path: "/openapi.json" });
  };
  await Promise.all(Array.from({ length: 32 }, send));
  const metrics = await (await fetch(haproxy.metricsUrl)).text();
  const denied = Number(/^haproxy_frontend_requests_denied_total\{proxy="callers"\} (\d+)$/m.exec(metrics)?.[1]);
  const logged = haproxy.output().match(/ callers\/<NOSRV> .* 429 /g)?.length ?? 0;
  printFigure(`lines in HAProxy's log about ${denied} refused requests`, logged, "a tenth of them");
  assert.ok(denied >= sent - tableLimit - 32 && denied <= sent - tableLimit, `${denied} of ${sent}`);
  assert.ok(logged < denied / 10, `${logged}`);
  assert.equal((await flooder.call()).status, 200);
});

test("HAProxy refuses the 257th connection of an address, without affecting other addresses", async () => {
  const { hostname: host, port } = new URL(fleet.url);
  const idle = Array.from({ length: 257 }, () =>
    connectTcp({ host, port: Number(port), localAddress: "127.0.0.8" }).on("error", () => {}),
  );
  await waitUntil("a connection is refused", () => idle.some(({ closed }) => closed));
  assert.equal((await createClientAt("127.0.0.9").call()).status, 200);
  assert.equal(idle.filter(({ closed }) => closed).length, 1);
  for (const socket of idle) socket.destroy();
});

test("HAProxy accepts 300 connections of the identity service", async () => {
  const { hostname: host, port } = new URL(fleet.url);
  const options = { host, port: Number(port), localAddress: identityAddress, rejectUnauthorized: false };
  const sockets = Array.from({ length: 300 }, () => connect(options));
  await Promise.all(sockets.map((socket) => once(socket, "secureConnect")));
  for (const socket of sockets) socket.destroy();
});

test("behind a load balancer that sends the PROXY protocol, 300 clients are served at a time", async () => {
  await using haproxy = await startAnotherHaproxy((config) =>
    config.replaceAll(/^ {2}tcp-request .*\n/gm, "").replace(" v6only ", " v6only accept-proxy "),
  );
  const { hostname: host, port } = new URL(haproxy.url);
  const clients = Array.from({ length: 300 }, (_, index) => {
    const wire = connectTcp({ host, port: Number(port) });
    wire.write(`PROXY TCP4 10.2.${index >> 8}.${index & 255} ${host} 40000 ${port}\r\n`);
    const socket = connect({ socket: wire, rejectUnauthorized: false });
    socket.write(`GET /api/domains HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    return socket;
  });
  const answers = await Promise.all(clients.map((socket) => once(socket, "data")));
  const statuses = answers.map(([part]) => ({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(`${part}`)?.[1]) }));
  assert.deepEqual(countStatuses(statuses), { 200: 300 });
  for (const socket of clients) socket.destroy();
});

test("agents behind one identity service do not use up each other's calls", async () => {
  const { identity } = fleet.sandbox;
  const service = createClientAt(identityAddress);
  const agents = Math.ceil((tableLimit + 60) / 20);
  let [answered, sent] = [0, 0];
  const send = async () => {
    while (sent < 20 * agents) {
      const agent = `agt_${sent % agents}`;
      sent += 1;
      const { headers } = signCall(
        { identity, url: fleet.url, now: () => new Date() },
        { agent, operation: "listDomains" },
      );
      if ((await service.call({ headers })).status === 200) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
  printFigure(`answered calls of ${agents} agents behind one service, of ${20 * agents}`, answered, 20 * agents);
  assert.equal(answered, 20 * agents);
});

test("HAProxy holds back incomplete bodies, so that they do not occupy connections to an instance", async () => {
  const { hostname: host, port } = new URL(fleet.url);
  const head = `POST /api/validate HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n`;
  const slow = Array.from({ length: 200 }, (_, index) => {
    const options = { host, port: Number(port), localAddress: `127.0.6.${index + 1}`, rejectUnauthorized: false };
    const socket = connect(options, () => socket.write(head + " ".repeat(limits.bodyBytes - 1))).on("error", () => {});
    return socket;
  });
  await waitUntil("every body is sent", () => slow.every(({ bytesWritten }) => bytesWritten >= limits.bodyBytes));
  const honest = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createClientAt(`127.0.0.${100 + index}`).call({ body: JSON.stringify(createEnvelope()) }),
    ),
  );
  // 401, because they have no key; HAProxy forwards them once their bodies are complete.
  assert.deepEqual(countStatuses(honest), { 401: 20 });
  const connectionCounts = fleet.instances.map(async ({ operatorUrl }) => {
    const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();
    return Number(/^assay_connections (\d+)$/m.exec(metrics)?.[1]);
  });
  const connections = Math.max(...(await Promise.all(connectionCounts)));
  printFigure("connections to an instance beside 200 slow bodies, at most", connections, 64);
  assert.ok(connections < 64, `${connections}`);
  for (const socket of slow) socket.destroy();
});

test("a client that does not read its answers leaves connections to the instances for other clients", async () => {
  await using haproxy = await startAnotherHaproxy();
  const options = { localAddress: "127.0.0.7", rejectUnauthorized: false, settings: { initialWindowSize: 0 } };
  // HAProxy allows 100 requests at a time on a connection.
  const sessions = [1, 2].map(() => connectHttp2(haproxy.url, options));
  await Promise.all(sessions.map((session) => once(session, "remoteSettings")));
  const unread = sessions.flatMap((session) =>
    Array.from({ length: 90 }, () => session.request({ ":path": "/openapi.json" })),
  );
  const statuses = unread.map(async (stream) => ((await once(stream, "response")) as [{ ":status": number }])[0]);
  const counts = countStatuses((await Promise.all(statuses)).map((head) => ({ status: head[":status"] })));
  printFigure("answers that one client holds without reading them", counts[200] ?? 0, 32);
  assert.deepEqual(counts, { 200: 32, 503: 148 });
  const logged = haproxy.output().match(/ callers\/<NOSRV> .* 503 /g)?.length ?? 0;
  assert.ok(logged < 30, `${logged} log lines`);
  const honest = Array.from({ length: 20 }, async (_, index) => {
    using client = createClient(haproxy.url, `127.0.0.${200 + index}`);
    return await client.call();
  });
  assert.deepEqual(countStatuses(await Promise.all(honest)), { 200: 20 });
  for (const session of sessions) session.destroy();
});

async function startAnotherHaproxy(edit?: (config: string) => string) {
  const port = await findFreePort();
  const haproxy = await startProductHaproxy({ port, instances: fleet.instances, ...(edit && { edit }) });
  return { ...haproxy, url: `https://127.0.0.1:${port}` };
}
