import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createFetcher } from "./fetcher.ts";

test("a document is asked about in the form in which it was fetched, and fetched anew if the answer is about another", async () => {
  let confirmed = '"other"';
  const origin = createServer(({ headers }, response) => {
    const isKnown = headers["if-none-match"] !== undefined;
    const etag = isKnown ? confirmed : `"${headers["accept-encoding"]}"`;
    response
      .writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag })
      .end(isKnown ? undefined : "{}");
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/`;
  const fetcher = createFetcher({
    observe: createObserve(createMetrics()),
    networks: ["127.0.0.0/8"],
    timeoutMs: 10_000,
    connections: 1,
  });
  const ask = (etag?: string) => fetcher.fetch({ part: "registry", url, maxBytes: 1_000, etag });
  const first = await ask();
  assert.equal(first.kind === "new" && first.etag, '"identity"');
  assert.equal((await ask('"identity"')).kind, "new");
  confirmed = 'W/"identity"';
  assert.equal((await ask('"identity"')).kind, "same");
  await fetcher.close();
  origin.close();
});
