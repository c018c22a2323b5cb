import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { rpcError } from "./mcp/rpc-error.ts";
import { createRefuseOverload } from "./refuse-overload.ts";

const publicUrl = "https://assay.example";
const page = "https://page.example";
const refuse = createRefuseOverload({
  publicUrl,
  corsOrigins: new Set([page]),
  isDraining: () => false,
  mcp: {
    refuse: (problem, requestId) => ({
      status: 503,
      headers: { "content-type": "application/json" },
      body: rpcError(problem, null, { publicUrl, requestId }),
    }),
  },
});
const server = createServer(refuse).on("checkContinue", refuse);
let url = "";
before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

test("a call gets the problem, whatever it accepts, with an id of its own and the seconds to wait", async () => {
  const headers = { accept: "text/html, image/gif, image/jpeg, */*; q=0.2" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${url}/api/validate`, { method: "POST", headers })),
  );
  const waits: (string | null)[] = [];
  for (const answer of answers) {
    const { requestId, ...problem } = (await answer.json()) as { requestId: string; [name: string]: unknown };
    const seconds = Number(answer.headers.get("retry-after"));
    assert.deepEqual(problem, {
      type: "https://assay.example/problems/overloaded",
      title: "The service is overloaded",
      status: 503,
      detail: `This instance has too many waiting requests. Retry after ${seconds} second${seconds === 1 ? "" : "s"}.`,
      code: "overloaded",
      retryable: true,
      retryAfterSeconds: seconds,
    });
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get("x-request-id"), requestId);
    assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.headers.get("vary"), "Origin");
    assert.equal(answer.headers.get("access-control-allow-origin"), null);
    waits.push(answer.headers.get("retry-after"));
  }
  // Those who are refused together come back apart.
  assert.deepEqual(waits.sort(), ["1", "1", "2", "2", "3", "3", "4", "4"]);
  assert.equal(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, 8);
});

test("a browser gets a page, an MCP client a JSON-RPC error, a page of a listed origin may read the answer", async () => {
  const html = await fetch(`${url}/`, { headers: { accept: "text/html,*/*;q=0.8" } });
  const text = await html.text();
  assert.equal(html.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(text, new RegExp(`<!doctype html>[\\s\\S]*${html.headers.get("x-request-id")}`, "i"));
  for (const path of ["/mcp", "/mcp?client=7"]) {
    const rpc = await fetch(`${url}${path}`, { method: "POST", body: "{}" });
    const { error } = (await rpc.json()) as { error: { code: number; data: { code: string; requestId: string } } };
    assert.deepEqual([rpc.status, error?.code, error?.data.code], [503, 503, "overloaded"], path);
    assert.equal(error.data.requestId, rpc.headers.get("x-request-id"));
  }
  const cors = await fetch(`${url}/api/domains`, { headers: { origin: page } });
  assert.equal(cors.headers.get("access-control-allow-origin"), page);
  assert.match(cors.headers.get("access-control-expose-headers") ?? "", /Retry-After/);
});

test("a connection with a short body is kept; one that announces more, or does not say how much, is closed", async () => {
  const body = "x".repeat(20_000);
  const head = "POST /api/validate HTTP/1.1\r\nHost: localhost\r\n";
  const kept = await answersTo(
    `${`${head}Content-Length: 20000\r\n\r\n${body}`.repeat(2)}${head}Connection: close\r\n\r\n`,
  );
  assert.equal(kept.match(/HTTP\/1.1 503 /g)?.length, 3);
  for (const more of [
    "Content-Length: 70000",
    "Transfer-Encoding: chunked",
    "Content-Length: 9\r\nExpect: 100-continue",
  ]) {
    const closed = await answersTo(`${head}${more}\r\n\r\n`);
    assert.match(closed, /^HTTP\/1.1 503 [\s\S]*\r\nconnection: close\r\n/i, more);
  }
});

async function answersTo(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  socket.write(bytes);
  let text = "";
  for await (const part of socket) text += part;
  return text;
}
