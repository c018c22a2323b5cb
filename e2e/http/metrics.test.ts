import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "./exchange.ts";
import { chunk, chunked, envelope, head, post } from "./raw/raw-case.ts";
import { startService } from "./service.ts";

test("the operator sees every call of an operation, whoever refused it", async () => {
  await using service = await startService();
  const calls = {
    'operation="listDomains",status="200",code=""': head("GET /api/domains HTTP/1.1"),
    'operation="validateProposal",status="200",code=""': post(envelope),
    'operation="validateProposal",status="400",code="malformed-json"': post("{"),
    'operation="validateProposal",status="400",code="bad-request"': post(envelope, "Host: other.example"),
    'operation="validateProposal",status="413",code="body-too-large"': chunked(chunk(" ".repeat(65_537))),
    'operation="validateProposal",status="415",code="unsupported-media-type"': post("", "Content-Type: text/plain"),
    'operation="validateProposal",status="422",code="invalid-envelope"': post("{}"),
  };
  for (const sent of Object.values(calls)) await exchange(service.url, sent, { expect: 1 });
  const metrics = await fetch(`${service.app.operatorUrl}/metrics`, { headers: { connection: "close" } });
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("assay_calls_total"));
  assert.deepEqual(
    lines.sort(),
    Object.keys(calls)
      .map((labels) => `assay_calls_total{${labels}} 1`)
      .sort(),
  );
});
