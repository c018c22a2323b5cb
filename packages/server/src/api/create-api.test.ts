import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import type { Listener } from "../net/listen.ts";
import { type ApiOptions, createApi } from "./create-api.ts";

test("a page that fails is a problem with an id, and the operator finds the reason under that id", async () => {
  const reason = new Error("the page fell off the wall");
  const failures: unknown[] = [];
  const listener: Partial<Listener> = { server: createServer(), serve() {} };
  const api = await createApi({
    listener: listener as Listener,
    publicUrl: "http://localhost",
    corsOrigins: new Set<string>(),
    isDraining: () => false,
    mcp: { refuse: () => ({ status: 503, headers: {}, body: "" }) } as Partial<ApiOptions["mcp"]> as ApiOptions["mcp"],
    calls: { limitUncounted() {} } as Partial<ApiOptions["calls"]> as ApiOptions["calls"],
    pages: {
      paths: ["/llms.txt"],
      find() {
        throw reason;
      },
    },
    failed: (requestId, cause) => failures.push([requestId, cause]),
  } as Partial<ApiOptions> as ApiOptions);
  const answer = await api.inject("/llms.txt");
  const { code, requestId } = answer.json();
  assert.deepEqual([answer.statusCode, code], [500, "internal"]);
  assert.ok(!answer.body.includes("wall"));
  assert.deepEqual(failures, [[requestId, reason]]);
});
