import assert from "node:assert/strict";
import { test } from "node:test";
import { post as postToMcp, toolCall } from "../mcp/rpc.ts";
import { exchange } from "./exchange.ts";
import { chunk, chunkRequest, envelope, head, post } from "./raw/raw-case.ts";
import { startService } from "./start-service.ts";

test("metrics count every call to an operation, even if it is refused early", async () => {
  await using service = await startService();
  const calls = {
    'operation="listDomains",status="200",code=""': head("GET /api/domains HTTP/1.1"),
    'operation="validateProposal",status="200",code=""': post(envelope),
    'operation="validateProposal",status="400",code="malformed-json"': post("{"),
    'operation="validateProposal",status="400",code="bad-request"': post(envelope, "Host: other.example"),
    'operation="validateProposal",status="413",code="body-too-large"': chunkRequest(chunk(" ".repeat(65_537))),
    'operation="validateProposal",status="415",code="unsupported-media-type"': post("", "Content-Type: text/plain"),
    'operation="validateProposal",status="422",code="invalid-envelope"': post("{}"),
  };
  for (const request of Object.values(calls)) await exchange(service.url, request, { expect: 1 });
  const metrics = await fetch(`${service.app.operatorUrl}/metrics`, { headers: { connection: "close" } });
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("assay_calls_total"));
  assert.deepEqual(
    lines.sort(),
    Object.keys(calls)
      .map((labels) => `assay_calls_total{${labels}} 1`)
      .sort(),
  );
});

test("nothing that a caller sends becomes a metric label, so the number of series is bounded", async () => {
  await using service = await startService();
  const mark = "zq7";
  const marked = { targetProduct: mark, domainId: mark, candidate: { [mark]: mark }, options: { [mark]: mark } };
  for (const request of [
    head(`GET /api/domains?targetProduct=${mark} HTTP/1.1`),
    head(`GET /${mark} HTTP/1.1`),
    post(JSON.stringify(marked), `X-Request-Id: ${mark}`),
    post("{}", `Content-Type: ${mark}`),
    post("{}", `Authorization: ${mark}`),
  ])
    await exchange(service.url, request, { expect: 1 });
  for (const message of [toolCall(mark, marked), toolCall("validateProposal", marked)])
    await postToMcp(service.url, message, { headers: { "mcp-session-id": mark } });
  const metrics = await fetch(`${service.app.operatorUrl}/metrics`, { headers: { connection: "close" } });
  assert.ok(!(await metrics.text()).includes(mark));
});
