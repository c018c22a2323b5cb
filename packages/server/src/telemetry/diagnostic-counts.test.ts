import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticCatalogue } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { createDiagnosticCounts } from "./diagnostic-counts.ts";

const codes = Object.keys(diagnosticCatalogue);

test("a product team sees how often its authors met each rule", () => {
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  const counts = createDiagnosticCounts(2_000, [domain]);
  const met = { code: "field.missing", rule: { id: "candidate-schema" } };
  counts.count(domain, [met, { code: "rule.violated", rule: { id: "two-samples" } }]);
  counts.count(domain, [met]);
  counts.count({ ...domain, domainId: "another" }, [met]);
  const labels = 'product="datamint",domain="generator-option"';
  assert.deepEqual(counts.lines().slice(2), [
    `assay_diagnostics_total{${labels},rule="candidate-schema",code="field.missing"} 2`,
    `assay_diagnostics_total{${labels},rule="two-samples",code="rule.violated"} 1`,
  ]);
});

test("however many domains there are and whatever their rules are called, the series stay within the setting", () => {
  const figures: [domains: number, maxSeries: number, bar: number][] = [
    [1, 2_000, 2_000],
    [100, 2_000, 2_000],
    [1_000, 2_000, 0],
    [1_000, 50_000, 50_000],
  ];
  for (const [domains, maxSeries, bar] of figures) {
    const all = Array.from({ length: domains }, (_, index) => ({ targetProduct: "p", domainId: `d${index}` }));
    const counts = createDiagnosticCounts(maxSeries, all);
    let reported = 0;
    // Three times as many as fit, each under an id of its own.
    const each = Math.ceil((3 * maxSeries) / domains);
    for (const domain of all) {
      for (let one = 0; one < each; one += 1) {
        const code = codes[one % codes.length] ?? "";
        counts.count(domain, [{ code, rule: { id: `"},${one}\n` } }]);
        reported += 1;
      }
    }
    const rows = counts.lines().slice(2);
    figure(`series of diagnostics, ${domains} domains with hostile rules, ${maxSeries} allowed`, rows.length, bar);
    assert.ok(rows.length <= bar);
    if (bar === 0) continue;
    const sum = rows.reduce((total, row) => total + Number(row.split(" ").at(-1)), 0);
    assert.equal(sum, reported, "nothing is lost");
    assert.ok(rows.every((row) => !row.includes("\n") && /^assay_diagnostics_total\{.+\} \d+$/.test(row)));
    assert.equal(rows.filter((row) => row.includes('rule="other"')).length, domains);
  }
});
