import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import type { Domain } from "../../documents/domain-source.ts";
import type { DocumentRouteOptions } from "./add-document-route.ts";
import { addPublishedRoutes } from "./published-routes.ts";

test("every download of a document shares its bytes, so that slow readers take no memory", async () => {
  const bytes = new TextEncoder().encode("{}");
  const published = { sha256: "0".repeat(64), bytes };
  const domain = { targetProduct: "datamint", domainId: "generator-option", publishesRegistry: true };
  const app = fastify();
  const sent: unknown[] = [];
  app.addHook("onSend", async (_request, _reply, payload) => {
    sent.push(Buffer.isBuffer(payload) && payload.buffer === bytes.buffer);
  });
  const options = {
    domains: [{ ...domain, registry: { published } } as Partial<Domain> as Domain],
    calls: { limitUnchargedRequests() {} } as Partial<DocumentRouteOptions["calls"]> as DocumentRouteOptions["calls"],
  };
  addPublishedRoutes(app, options as Partial<DocumentRouteOptions> as Parameters<typeof addPublishedRoutes>[1]);
  const url = "/facts/datamint/generator-option/registry";
  for (const method of ["GET", "HEAD"] as const) {
    const { statusCode, headers } = await app.inject({ method, url });
    assert.deepEqual(
      [statusCode, headers["content-length"], headers["content-type"], headers.etag],
      [200, "2", "application/json; charset=utf-8", `"${published.sha256}"`],
    );
  }
  assert.deepEqual(sent, [true, true]);
});
