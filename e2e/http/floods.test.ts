import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { limits } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { type ServiceProcess, startService } from "../upstream/start-service.ts";
import { type FloodPlan, openFlood } from "./open-flood.ts";
import { domains, envelope, head } from "./raw/raw-case.ts";

const many = scaled({ quick: 400, ci: 800, full: 7_000 });
const honestCalls = scaled({ quick: 22, ci: 44, full: 200 });
const mostBytes = 512 * 1_024 * 1_024;
const limit = { calls: 20, windowSeconds: 60 };
const proxy = "127.0.0.9";

type Flood = Omit<FloodPlan, "url">;

const floods: { readonly [title: string]: Flood } = {
  "8 connections with 100 pipelined requests each, from an address that is over its limit": {
    connections: 8,
    mostOpened: 4_000,
    from: ["127.0.0.3"],
    send: () => domains.repeat(100),
    again: domains.repeat(100),
  },
  "3,000 connections a second for one call each, from an address that is over its limit": {
    connections: 64,
    mostOpened: 6_000,
    from: ["127.0.0.3"],
    send: () => head("GET /api/domains HTTP/1.1", "Connection: close"),
  },
  [`${many} connections of one address that withhold the last byte of a message to /mcp`]: {
    connections: many,
    mostOpened: 3 * many,
    from: ["127.0.0.3"],
    send: () => unfinished("/mcp"),
  },
  [`${many} connections of 100 addresses that withhold the last byte of a message to /mcp`]: {
    connections: many,
    mostOpened: 3 * many,
    from: addresses("127.0.3", 100),
    send: () => unfinished("/mcp"),
  },
  "messages to /mcp in chunks of one byte, from 100 addresses": {
    connections: scaled({ ci: 150, full: 300 }),
    mostOpened: scaled({ ci: 150, full: 300 }),
    from: addresses("127.0.4", 100),
    send: () => inChunks(60_000),
  },
  // More than may wait in the queue.
  "4 requests at a time on each of 100 connections for each of 3 clients behind a trusted proxy": {
    connections: 300,
    mostOpened: 300,
    from: [proxy],
    send: (index) => forwarded(index).repeat(4),
    again: forwarded(0),
  },
  [`${many} connections of 100 addresses that stop after the first bytes of a head`]: {
    connections: many,
    mostOpened: 3 * many,
    from: addresses("127.0.5", 100),
    send: () => "POST /mcp HTTP/1.1\r\nHost: ",
  },
};

for (const [title, flood] of Object.entries(floods)) {
  test(`honest callers are answered beside ${title}`, async () => {
    await using sandbox = await startSandbox();
    const maxStaleSeconds = { specPackage: 86_400, registry: 86_400 };
    const domain = { ...sandbox.datamint.asDomain, maxStaleSeconds };
    await using service = await startService({ domains: [domain], limit, trustedProxies: [`${proxy}/32`] });
    const before = await service.vitals();
    using open = openFlood({ ...flood, url: service.url });
    const memory = watchMemory(service);
    await waitUntil("the flood is there", () => open.opened() >= flood.connections);
    const results = await callHonestly(service.url);
    // Until the service gives the first of what never ends up.
    await wait(2_000);
    const rssBytes = await memory.most();
    const answered = results.filter((result) => result === "200").length;
    figure(`honest calls of ${results.length} answered beside ${title}`, answered, Math.ceil(0.95 * results.length));
    figure("memory of the service meanwhile, MB", megabytes(rssBytes), megabytes(mostBytes));
    figure("memory before, MB", megabytes(before.rssBytes), "printed only");
    figure("connections opened", open.opened(), "printed only");
    figure("connections that the service ended", open.ended(), "printed only");
    assert.ok(
      answered >= 0.95 * results.length,
      JSON.stringify(Object.groupBy(results, String), (_key, value) => (Array.isArray(value) ? value.length : value)),
    );
    assert.ok(rssBytes < mostBytes, `${megabytes(rssBytes)} MB`);
  });
}

/** Calls from other addresses, each within its limit, every 50 ms; half of them validate. */
async function callHonestly(url: string): Promise<readonly string[]> {
  const calls: Promise<string>[] = [];
  for (let call = 0; call < honestCalls; call += 1) {
    calls.push(callFrom(url, `127.0.2.${1 + (call % 20)}`, call % 2 === 0));
    await wait(50);
  }
  return await Promise.all(calls);
}

function callFrom(url: string, localAddress: string, validates: boolean): Promise<string> {
  const options = { agent: false, localAddress, timeout: 120_000, headers: { "content-type": "application/json" } };
  return new Promise((resolve) => {
    const call = validates
      ? request(`${url}/api/validate`, { ...options, method: "POST" })
      : request(`${url}/api/domains`, { ...options, headers: {} });
    call.on("response", (response) => text(response).then(() => resolve(`${response.statusCode}`), failed));
    call.on("timeout", () => call.destroy(new Error("no answer within 120 s")));
    call.on("error", failed);
    call.end(validates ? envelope : undefined);
    function failed(reason: Error): void {
      resolve(reason.message);
    }
  });
}

function watchMemory({ vitals }: ServiceProcess) {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await vitals()).rssBytes);
      await wait(100);
    }
  })();
  return {
    async most() {
      isOver = true;
      await watching;
      return most;
    },
  };
}

function addresses(network: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${index + 1}`);
}

/** A message of the most bytes that one may have, but for its last byte. */
function unfinished(path: string): string {
  const announced = ["Content-Type: application/json", `Content-Length: ${limits.bodyBytes}`];
  return head(`POST ${path} HTTP/1.1`, ...announced) + "a".repeat(limits.bodyBytes - 1);
}

function inChunks(count: number): string {
  const announced = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
  return head("POST /mcp HTTP/1.1", ...announced) + "1\r\na\r\n".repeat(count);
}

function forwarded(index: number): string {
  return head("GET /api/domains HTTP/1.1", `X-Forwarded-For: 203.0.113.${1 + (index % 3)}`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_024 / 1_024);
}
