import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import type { Listener } from "../net/listen.ts";
import { Problem } from "../problem.ts";
import { type ApiOptions, createApi } from "./create-api.ts";

test("answers with a problem if a page fails, and reports the error to the operator under the same request id", async () => {
  const error = new Error("the page cannot be rendered");
  const failures: unknown[] = [];
  const api = await createTestApi({
    pages: {
      ...noPages,
      paths: ["/llms.txt"],
      find() {
        throw error;
      },
    },
    onFailure: (requestId, cause) => failures.push([requestId, cause]),
  });
  const answer = await api.inject("/llms.txt");
  const { code, requestId } = answer.json();
  assert.deepEqual([answer.statusCode, code], [500, "internal"]);
  assert.ok(!answer.body.includes("rendered"));
  assert.deepEqual(failures, [[requestId, error]]);
});

test("does not count page loads, disallowed methods or malformed requests as calls, but limits them for each address", async () => {
  const maxRequests = 2;
  const manyHeaders = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, "1"]));
  for (const [url, status, headers = {}, method = "GET"] of [
    ["/", 200],
    ["/api/domains", 405, {}, "PUT"],
    [`/llms.txt?${"x".repeat(2_100)}`, 414],
    [`/${"x".repeat(2_100)}`, 414],
    [`/schemas/${"x".repeat(200)}/y/candidate.json`, 414],
    ["/llms.txt", 431, manyHeaders],
    ["/%zz", 400],
  ] as const) {
    const addresses: string[] = [];
    const limitUnchargedRequests = (address: string) =>
      addresses.push(address) > maxRequests ? new Problem("overloaded", "Wait.", { retryAfterSeconds: 9 }) : undefined;
    const api = await createTestApi({
      calls: { limitUnchargedRequests } as Partial<ApiOptions["calls"]> as ApiOptions["calls"],
    });
    const statuses: number[] = [];
    for (let request = 0; request < maxRequests; request += 1) {
      statuses.push((await api.inject({ method, url, headers })).statusCode);
    }
    const { statusCode, headers: responseHeaders } = await api.inject({ method, url, headers });
    assert.deepEqual([...statuses, statusCode], [status, status, 503], url.slice(0, 20));
    assert.equal(responseHeaders["retry-after"], "9");
    assert.deepEqual([...new Set(addresses)], ["127.0.0.1"]);
  }
});

const noPages: ApiOptions["pages"] = {
  paths: [],
  find: () => undefined,
  findRedirect: () => undefined,
  writeProblem: () => undefined,
  headers: {},
};

async function createTestApi(overrides: Partial<ApiOptions>) {
  const listener: Partial<Listener> = { server: createServer(), serve() {} };
  return await createApi({
    listener: listener as Listener,
    publicUrl: "http://localhost",
    corsOrigins: new Set<string>(),
    isDraining: () => false,
    mcp: { refuse: () => ({ status: 503, headers: {}, body: "" }) } as Partial<ApiOptions["mcp"]> as ApiOptions["mcp"],
    calls: { limitUnchargedRequests() {} } as Partial<ApiOptions["calls"]> as ApiOptions["calls"],
    pages: { ...noPages, paths: ["/llms.txt"] },
    workbench: { assets: new Map(), writePage: () => ({ etag: '"1"', contentType: "text/html", body: "" }) },
    ...overrides,
  } as Partial<ApiOptions> as ApiOptions);
}
