import assert from "node:assert/strict";
import { test } from "node:test";
import { post as postToMcp, toolCall } from "../mcp/rpc.ts";
import { createCandidate, createEnvelope } from "./create-envelope.ts";
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

test("an invalid verdict is logged and counted by the codes of its errors and the ids of its rules, and by nothing else", async () => {
  const lines: string[] = [];
  await using service = await startService({ log: { level: "info", to: { write: (line) => lines.push(line) } } });
  const mark = "zq7";
  const candidate = createCandidate({ supportedStrategies: [mark], [mark]: mark });
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    await service.call(operation, { body: createEnvelope({ candidate }) });
  }
  await service.call("validateProposal", { body: createEnvelope() });
  const errors = [{ code: "field.value", rule: "strategies-known" }, { code: "field.unknown" }];
  const calls = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "call");
  assert.deepEqual(
    calls.map(({ valid, errors: logged }) => ({ valid, errors: logged })),
    [
      { valid: false, errors },
      { valid: false, errors },
      { valid: true, errors: undefined },
    ],
  );
  const metrics = await (
    await fetch(`${service.app.operatorUrl}/metrics`, { headers: { connection: "close" } })
  ).text();
  assert.deepEqual(
    metrics.match(/^assay_verdict_errors_total.*$/gm)?.reverse(),
    errors.map(({ code, rule = "" }) => {
      const labels = `product="datamint",domain="generator-option",code="${code}",rule="${rule}"`;
      return `assay_verdict_errors_total{${labels}} 2`;
    }),
  );
  assert.ok(!`${lines.join("")}${metrics}`.includes(mark));
});
