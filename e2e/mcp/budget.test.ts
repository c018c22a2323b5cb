import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { signCall } from "../auth/sign-call.ts";
import { bearer, createJunkKey, type Service, startService } from "../auth/start-service-with-identity.ts";
import { exchange } from "../http/exchange.ts";
import { assertRefused, type McpAnswer, message, modernMessage, post, toolCall } from "./rpc.ts";

const limit = { calls: 20, windowSeconds: 60 };

const callOverHttp = (service: Service) => service.call("listDomains");
const callOverMcp = (service: Service, key: string, id: number | string = 1) =>
  post(service.url, toolCall("listDomains", {}, id), { headers: bearer(key) });

test("plain calls and tool calls share one limit: after ten of each, both are refused", async () => {
  await using service = await startService({ limit });
  const key = await service.createKey();
  for (let round = 0; round < 10; round += 1) {
    const plain = await callOverHttp(service);
    const tool = await callOverMcp(service, key);
    assert.deepEqual([plain.status, tool.status], [200, 200]);
    assert.match(tool.headers.ratelimit ?? "", new RegExp(`^"calls";r=${18 - 2 * round};t=\\d+$`));
  }
  const [plain, tool] = [await callOverHttp(service), await callOverMcp(service, key, "the-21st")];
  printFigure("status of the 21st call, plain and tool", `${plain.status} ${tool.status}`, "429 429");
  assert.equal(plain.status, 429);
  assertRefused(tool, 429, "rate-limited", 429, "the-21st");
  assertWait(tool);
});

test("a refused tool call counts as one call", async () => {
  await using service = await startService({ limit });
  const key = await service.createKey();
  const refusedCalls: (() => Promise<McpAnswer>)[] = [
    () => post(service.url, toolCall("listDomains")),
    () => callOverMcp(service, createJunkKey()),
    () => post(service.url, toolCall("noSuchTool"), { headers: bearer(key) }),
    () => post(service.url, toolCall("validateProposal"), { headers: bearer(key) }),
    () => post(service.url, toolCall("listDomains"), { headers: signCall(service).headers }),
    () => post(service.url, { jsonrpc: "2.0", method: "tools/call", params: {} }, { headers: bearer(key) }),
    () => post(service.url, "{", { headers: bearer(key) }),
    () => post(service.url, ""),
    // The body decides whether the message counts, not the header.
    () => post(service.url, toolCall("listDomains"), { headers: { ...bearer(key), "mcp-method": "tools/list" } }),
  ];
  let remaining = 20;
  for (const call of refusedCalls) {
    const { status, headers, body } = await call();
    remaining -= 1;
    assert.match(headers.ratelimit ?? "", new RegExp(`^"calls";r=${remaining};`), `${status} ${body}`);
  }
  for (; remaining > 0; remaining -= 1) await callOverHttp(service);
  assertWait(await post(service.url, "{"));
  assertWait(await post(service.url, toolCall("listDomains"), { headers: signCall(service).headers }));
});

test("discovery messages do not count as calls or pages; beyond 15 for each call that the limit allows, messages get 503, never 429", async () => {
  await using service = await startService({ limit: { calls: 1, windowSeconds: 60 } });
  const key = await service.createKey();
  const { message: discover, headers } = modernMessage("server/discover");
  const messages = [
    () => post(service.url, message("tools/list")),
    () => post(service.url, discover, { headers }),
    () => post(service.url, message("resources/read", { uri: "assay://spec/datamint/generator-option" })),
    () => post(service.url, { jsonrpc: "2.0", method: "notifications/initialized" }),
    () => post(service.url, [toolCall("listDomains")]),
  ];
  const others = [
    () => post(service.url, message("tools/list"), { headers: { origin: "https://evil.example" } }),
    () => post(service.url, undefined, { method: "GET" }),
  ];
  // One of the 15 messages is the tool call below. The identity service has fetched /openapi.json from this address.
  for (const requests of [messages, others]) {
    for (let index = 0; index < 15 - 1; index += 1) {
      const { status, headers } = await (requests[index % requests.length] as () => Promise<McpAnswer>)();
      assert.equal(headers.ratelimit, undefined);
      assert.ok(status !== 429 && status !== 503, `${status}`);
    }
  }
  for (const request of others) assert.equal((await request()).status, 503);
  assert.equal((await callOverMcp(service, key)).status, 200, "calls are counted separately");
  assertRefused(await post(service.url, message("tools/list", {}, 5)), 503, "overloaded", 503);
  assertRefused(await callOverMcp(service, key), 503, "overloaded", 503);
  assert.equal((await callOverHttp(service)).status, 429);

  const contentHeaders = ["Content-Type: application/json", "Content-Length: 65536"];
  const head = ["POST /mcp HTTP/1.1", `Host: ${new URL(service.url).host}`, ...contentHeaders, "", ""].join("\r\n");
  // Beyond the maximum, a message is refused before its body has arrived.
  const { answers, closed } = await exchange(service.url, head, { expect: 1, closes: true });
  const { error } = JSON.parse(answers[0]?.body ?? "{}");
  assert.deepEqual([answers[0]?.status, error.data.code, closed], [503, "overloaded", true]);
  assert.match(answers[0]?.headers["retry-after"] ?? "", /^\d+$/);
});

function assertWait({ status, json, headers }: McpAnswer): void {
  const { retryAfterSeconds } = json.error.data;
  assert.deepEqual([status, headers["retry-after"]], [429, String(retryAfterSeconds)]);
  assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
  assert.match(json.error.message, new RegExp(`Retry after ${retryAfterSeconds} seconds?`));
}
