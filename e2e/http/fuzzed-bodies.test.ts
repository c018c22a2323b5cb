import assert from "node:assert/strict";
import { test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { createFuzzedBodies } from "@assay/testing/corpora/fuzzed-bodies";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createCallers, type Sent } from "@assay/testing/services/callers";
import { startService } from "../upstream/start-service.ts";

const count = scaled({ ci: 2_500, full: 1_000_000 });
const part = Math.min(count, 100_000);
const warmUp = scaled({ ci: 1_000, full: 3_000 });
const atOnce = 16;
const mostGrowth = 50;
const paths = ["/api/validate", "/api/validate", "/api/build", "/mcp"];

test("whatever body is sent, it is answered, never with a fault of ours, and nothing of it is kept", async () => {
  await using sandbox = await startSandbox();
  const maxStaleSeconds = { specPackage: 86_400, registry: 86_400 };
  await using service = await startService({
    domains: [{ ...sandbox.datamint.asDomain, maxStaleSeconds }],
    trustedProxies: ["127.0.0.1/32"],
  });
  using callers = createCallers();
  const bodyOf = createFuzzedBodies();
  const statuses: { [status: string]: number } = {};

  async function send(index: number): Promise<void> {
    const body = bodyOf(seed + index);
    const path = paths[index % paths.length] as string;
    // Messages of MCP are bounded for each client, so there are many.
    const sent: Sent = { path, body, client: `10.0.${(index >> 8) % 8}.${index % 250}` };
    const told = `the body of seed ${seed + index} to ${path}: ${Buffer.from(body).toString("base64")}`;
    const { status } = await callers.call(service.url, sent).catch((reason: unknown) => {
      throw new Error(`No answer to ${told}`, { cause: reason });
    });
    assert.ok(status >= 200 && status < 500, `${status} for ${told}`);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  async function sendAll(from: number, to: number): Promise<void> {
    let index = from;
    const repeat = async () => {
      while (index < to) await send(index++);
    };
    await Promise.all(Array.from({ length: atOnce }, repeat));
  }

  await sendAll(0, warmUp);
  const { heapBytes: before } = await service.vitalsCollected();
  for (let sent = 0; sent < count; ) {
    await sendAll(warmUp + sent, warmUp + sent + part);
    sent += part;
    const grown = ((await service.vitalsCollected()).heapBytes - before) / 2 ** 20;
    figure(`fuzzed bodies over sockets, all answered: ${JSON.stringify(statuses)}`, sent, count);
    figure("memory growth after garbage collection, MiB", grown.toFixed(1), mostGrowth);
    assert.ok(grown < mostGrowth);
  }
  for (const status of [200, 400, 422]) assert.ok(statuses[status], `no body was answered ${status}`);
});
