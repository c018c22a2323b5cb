import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { allowOrigin } from "./origins.ts";

const listed = "https://tools.example";

async function fetchHeaders(origins: readonly string[], origin: string | undefined) {
  await using app = fastify();
  app.get("/", async (request, reply) => {
    allowOrigin(request, reply, new Set(origins));
    return reply.send("");
  });
  const { headers } = await app.inject({ url: "/", headers: origin === undefined ? {} : { origin } });
  return { vary: headers.vary, allowed: headers["access-control-allow-origin"] };
}

test("lets only pages from listed origins read answers, and makes caches store them separately for each origin", async () => {
  assert.deepEqual(await fetchHeaders([listed], listed), { vary: "Origin", allowed: listed });
  for (const origin of [undefined, "https://other.example", "null"]) {
    assert.deepEqual(await fetchHeaders([listed], origin), { vary: "Origin", allowed: undefined });
  }
});

test("does not vary answers by origin if no origin is listed", async () => {
  assert.deepEqual(await fetchHeaders([], listed), { vary: undefined, allowed: undefined });
});
