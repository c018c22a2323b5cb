import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "./metrics.ts";

test("counts at most 2,000 kinds of errors, whatever rules the products publish, and all others as one", () => {
  const metrics = createMetrics();
  const call = { requestId: "1", operation: "validateProposal", status: 200, milliseconds: 1, valid: false } as const;
  for (let version = 0; version < 3_000; version += 1) {
    const errors = [{ code: "rule.violated", rule: `rule-${version}` }] as const;
    metrics.countCall({ ...call, targetProduct: "datamint", domainId: "generator-option", errors });
  }
  const text = metrics.formatText({ version: "1.0.0", connections: 0, domains: [] });
  const rows = text.split("\n").filter((line) => line.startsWith("assay_verdict_errors_total{"));
  assert.equal(rows.length, 2_000);
  const labels = 'product="other",domain="other",code="other",rule="other"';
  assert.ok(rows.includes(`assay_verdict_errors_total{${labels}} 1001`));
});
