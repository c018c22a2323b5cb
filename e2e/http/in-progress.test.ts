import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { waitUntil } from "@assay/testing/wait-until";
import { frameRequest } from "./raw/raw-case.ts";
import { createEnvelope, startService } from "./service.ts";

const maxInProgress = 512;

test("of more requests than may be in progress the last get 503, and the service goes on once they are over", async () => {
  await using service = await startService();
  const { hostname: host, port } = new URL(service.url);
  const unfinished = frameRequest([`Content-Length: ${limits.bodyBytes}`], " ".repeat(limits.bodyBytes - 1));
  const countConnections = () => fetchMetric(service.app, "assay_connections");
  const slow = Array.from({ length: maxInProgress }, () => connect({ host, port: Number(port) }).on("error", () => {}));
  try {
    for (const socket of slow) socket.write(unfinished);
    await waitUntil("all are connected", async () => (await countConnections()) >= maxInProgress);
    const over = await waitUntil(
      "one more is refused",
      () => service.call("validateProposal", { body: createEnvelope() }),
      {
        isDone: ({ status }) => status === 503,
      },
    );
    assert.deepEqual([over.json.code, over.headers["retry-after"]], ["overloaded", "1"]);
    const message = {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    };
    const tool = await fetch(`${service.url}/mcp`, { ...message, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    assert.deepEqual(
      [tool.status, ((await tool.json()) as { error: { data: { code: string } } }).error.data.code],
      [503, "overloaded"],
    );
    assert.equal((await fetch(`${service.url}/docs`, { headers: { accept: "text/html" } })).status, 503);
    assert.ok((await fetchMetric(service.app, "assay_overloaded_total")) >= 3);
  } finally {
    for (const socket of slow) socket.destroy();
  }
  await waitUntil("calls are answered again", () => service.call("validateProposal", { body: createEnvelope() }), {
    isDone: ({ status }) => status === 200,
  });
});
