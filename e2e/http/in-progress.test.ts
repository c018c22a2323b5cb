import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { fetchMetric } from "@assay/testing/services/fetch-metric";
import { waitUntil } from "@assay/testing/wait-until";
import { assertRefused, message, post } from "../mcp/rpc.ts";
import { createEnvelope } from "./create-envelope.ts";
import { frameRequest } from "./raw/raw-case.ts";
import { startService } from "./start-service.ts";

const maxInProgress = 512;

test("while 512 requests are in progress, all others get 503; calls are answered again once the 512 have ended", async () => {
  await using service = await startService();
  const { hostname: host, port } = new URL(service.url);
  const unfinished = frameRequest([`Content-Length: ${limits.bodyBytes}`], " ".repeat(limits.bodyBytes - 1));
  const validate = () => service.call("validateProposal", { body: createEnvelope() });
  const countConnections = () => fetchMetric(service.app, "assay_connections");
  const slow = Array.from({ length: maxInProgress }, () => connect({ host, port: Number(port) }).on("error", () => {}));
  try {
    for (const socket of slow) socket.write(unfinished);
    await waitUntil("all sockets are connected", async () => (await countConnections()) >= maxInProgress);
    const refused = await waitUntil("one more call is refused", validate, { isDone: ({ status }) => status === 503 });
    assert.deepEqual([refused.json.code, refused.headers["retry-after"]], ["overloaded", "1"]);
    assertRefused(await post(service.url, message("ping")), 503, "overloaded", 503);
    assert.equal((await fetch(`${service.url}/docs`, { headers: { accept: "text/html" } })).status, 503);
    assert.ok((await fetchMetric(service.app, "assay_overloaded_total")) >= 3);
  } finally {
    for (const socket of slow) socket.destroy();
  }
  await waitUntil("calls are answered again", validate, { isDone: ({ status }) => status === 200 });
});
