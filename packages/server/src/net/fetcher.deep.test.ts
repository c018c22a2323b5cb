import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createFetcher } from "./fetcher.ts";

test("needs one request to learn that a document is unchanged, or to get the changed document", async () => {
  let requests = 0;
  let etag = '"1"';
  const origin = createServer(({ headers }, response) => {
    requests += 1;
    const isKnown = headers["if-none-match"] === etag;
    response
      .writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag })
      .end(isKnown ? undefined : etag);
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  await using fetcher = createOriginFetcher(origin);
  assert.equal((await fetcher.fetchDocument('"1"')).kind, "same");
  assert.equal(requests, 1);
  etag = '"2"';
  assert.deepEqual(await fetcher.fetchDocument('"1"'), { kind: "new", bytes: Buffer.from(etag), etag });
  assert.equal(requests, 2);
});

test("requests uncompressed documents, and fetches a document again if a 304 confirms a different copy", async () => {
  let confirmed = '"other"';
  const origin = createServer(({ headers }, response) => {
    const isKnown = headers["if-none-match"] !== undefined;
    const etag = isKnown ? confirmed : `"${headers["accept-encoding"]}"`;
    response
      .writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag })
      .end(isKnown ? undefined : "{}");
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  await using fetcher = createOriginFetcher(origin);
  const first = await fetcher.fetchDocument();
  assert.equal(first.kind === "new" && first.etag, '"identity"');
  assert.equal((await fetcher.fetchDocument('"identity"')).kind, "new");
  confirmed = 'W/"identity"';
  assert.equal((await fetcher.fetchDocument('"identity"')).kind, "same");
});

test("does not keep an entity tag that is too long to send back", async () => {
  const origin = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", etag: `"${"e".repeat(2_000)}"` }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  await using fetcher = createOriginFetcher(origin);
  const fetched = await fetcher.fetchDocument();
  assert.deepEqual([fetched.kind, fetched.kind === "new" && fetched.etag], ["new", undefined]);
});

/** Creates a fetcher for an origin. Disposing of the fetcher closes the origin too. */
function createOriginFetcher(origin: Server) {
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/`;
  const fetcher = createFetcher({
    observe: createObserve(createMetrics()),
    networks: ["127.0.0.0/8"],
    timeoutMs: 10_000,
    connections: 1,
  });
  return {
    fetchDocument: (etag?: string) => fetcher.fetch({ part: "registry", url, maxBytes: 1_000, etag }),
    async [Symbol.asyncDispose]() {
      await fetcher.close();
      origin.close();
    },
  };
}
