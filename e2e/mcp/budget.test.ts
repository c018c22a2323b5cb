import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { bearer, junkKey, type Service, startService } from "../auth/service.ts";
import { signed } from "../auth/signed.ts";
import { exchange } from "../http/exchange.ts";
import { type Answered, assertRefused, message, modern, post, toolCall } from "./rpc.ts";

const limit = { calls: 20, windowSeconds: 60 };
const inBudget = () => startService({ limit });

const overHttp = (service: Service) => service.call("listDomains");
const overMcp = (service: Service, key: string, id: number | string = 1) =>
  post(service.url, toolCall("listDomains", {}, id), { headers: bearer(key) });

test("10 plain calls and 10 tool calls are one budget: the 21st of either is refused", async () => {
  await using service = await inBudget();
  const key = await service.newKey();
  for (let round = 0; round < 10; round += 1) {
    const plain = await overHttp(service);
    const tool = await overMcp(service, key);
    assert.deepEqual([plain.status, tool.status], [200, 200]);
    assert.match(tool.headers.ratelimit ?? "", new RegExp(`^"calls";r=${18 - 2 * round};t=\\d+$`));
  }
  const [plain, tool] = [await overHttp(service), await overMcp(service, key, "the-21st")];
  figure("status of the 21st call, plain and tool", `${plain.status} ${tool.status}`, "429 429");
  assert.equal(plain.status, 429);
  assertRefused(tool, 429, "rate-limited", 429, "the-21st");
  assertWait(tool);
});

test("a tool call that is refused is counted all the same, once", async () => {
  await using service = await inBudget();
  const key = await service.newKey();
  const spent: (() => Promise<Answered>)[] = [
    () => post(service.url, toolCall("listDomains")),
    () => overMcp(service, junkKey()),
    () => post(service.url, toolCall("noSuchTool"), { headers: bearer(key) }),
    () => post(service.url, toolCall("validateProposal"), { headers: bearer(key) }),
    () => post(service.url, toolCall("listDomains"), { headers: signed(service).headers }),
    () => post(service.url, { jsonrpc: "2.0", method: "tools/call", params: {} }, { headers: bearer(key) }),
    () => post(service.url, "{", { headers: bearer(key) }),
    () => post(service.url, ""),
    // The body decides, not the header.
    () => post(service.url, toolCall("listDomains"), { headers: { ...bearer(key), "mcp-method": "tools/list" } }),
  ];
  let remaining = 20;
  for (const spend of spent) {
    const { status, headers, body } = await spend();
    remaining -= 1;
    assert.match(headers.ratelimit ?? "", new RegExp(`^"calls";r=${remaining};`), `${status} ${body}`);
  }
  for (; remaining > 0; remaining -= 1) await overHttp(service);
  assertWait(await post(service.url, "{"));
  assertWait(await post(service.url, toolCall("listDomains"), { headers: signed(service).headers }));
});

test("discovery is never counted, and never refused with 429: beyond its own bound it is 503", async () => {
  await using service = await inBudget();
  const key = await service.newKey();
  // The identity service has read /openapi.json, once.
  const bound = 300 - 1;
  const { message: discover, headers } = modern("server/discover");
  const asks = [
    () => post(service.url, message("tools/list")),
    () => post(service.url, discover, { headers }),
    () => post(service.url, { jsonrpc: "2.0", method: "notifications/initialized" }),
    () => post(service.url, [toolCall("listDomains")]),
    () => post(service.url, message("tools/list"), { headers: { origin: "https://evil.example" } }),
    () => post(service.url, undefined, { method: "GET" }),
  ];
  const statuses = new Map<number, number>();
  for (let index = 0; index < 310; index += 1) {
    const { status, headers } = await (asks[index % asks.length] as () => Promise<Answered>)();
    assert.equal(headers.ratelimit, undefined);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  figure("of 310 uncounted requests in a minute: answered with 503", statuses.get(503) ?? 0, 310 - bound);
  assert.deepEqual([statuses.get(503), statuses.has(429)], [310 - bound, false]);
  const late = await post(service.url, message("tools/list", {}, 5));
  assertRefused(late, 503, "overloaded", 503, 5);
  for (let call = 0; call < 20; call += 1) assert.equal((await overMcp(service, key)).status, 200);
  assert.equal((await overMcp(service, key)).status, 429);
  assert.equal((await post(service.url, message("tools/list"))).status, 503, "and still not 429");
});

test("beyond 15 messages for each call of the limit, a message is refused by its head, before it has arrived", async () => {
  await using service = await startService({ limit: { calls: 1, windowSeconds: 60 } });
  const announced = ["Content-Type: application/json", "Content-Length: 65536"];
  const head = ["POST /mcp HTTP/1.1", `Host: ${new URL(service.url).host}`, ...announced, "", ""].join("\r\n");
  for (let sent = 0; sent < 15; sent += 1) await post(service.url, toolCall("listDomains"));
  const { answers, closed } = await exchange(service.url, head, { expect: 1, closes: true });
  const { error } = JSON.parse(answers[0]?.body ?? "{}");
  assert.deepEqual([answers[0]?.status, error.data.code, closed], [503, "overloaded", true]);
  assert.match(answers[0]?.headers["retry-after"] ?? "", /^\d+$/);
});

function assertWait({ status, json, headers }: Answered): void {
  const { retryAfterSeconds } = json.error.data;
  assert.deepEqual([status, headers["retry-after"]], [429, String(retryAfterSeconds)]);
  assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
  assert.match(json.error.message, new RegExp(`Retry after ${retryAfterSeconds} seconds?`));
}
