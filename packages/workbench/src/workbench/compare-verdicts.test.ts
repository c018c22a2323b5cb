import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult, Diagnostic } from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import { compareVerdicts, type PageVerdict } from "./compare-verdicts.ts";

const digest = `sha256:${"ab".repeat(32)}`;
const verdict = { valid: true, summary: "Valid.", diagnostics: [] };
const built = { valid: true, verdict: { ...verdict, registry: { idStatus: "free" } }, proposalPackage: { digest } };
const page: PageVerdict = { built: built as unknown as BuildOutcome, rulesDigest: digest, revision: "1" };
const result = {
  ...verdict,
  proposalPackage: { digest },
  ownerReview: "",
  submission: {},
  specPackage: { version: "1.0.0", digest },
  registry: { revision: "1", idStatus: "free" },
} as unknown as BuildResult;

function compare(change: object, with_: PageVerdict | undefined = page) {
  return compareVerdicts({ kind: "answered", result: { ...result, ...change } as BuildResult }, with_);
}

test("the service agrees when verdict and package are the same, whatever else its answer says", () => {
  const { isAgreement, lines } = compare({});
  assert.deepEqual([isAgreement, lines.length], [true, 1]);
  assert.match(lines.join(), /abababab/);
});

test("another verdict, package or status of the id is no agreement", () => {
  const diagnostic = { code: "owner.not-caller" } as unknown as Diagnostic;
  for (const change of [
    { valid: false },
    { diagnostics: [diagnostic] },
    { skippedRules: ["a"] },
    { upcoming: { version: "2.0.0", diagnostics: [diagnostic] } },
    { registry: { revision: "1", idStatus: "pending" } },
    { proposalPackage: { digest: "sha256:0" } },
  ]) {
    assert.equal(compare(change).isAgreement, false, JSON.stringify(change));
  }
});

test("what has changed at the service is said beside the agreement, and the id that only the service looked up", () => {
  const rules = compare({ specPackage: { version: "1.0.1", digest: "sha256:0" } });
  assert.match(rules.lines[1] ?? "", /^The rules have changed.*Reload/);
  const registry = compare({ registry: { revision: "2", idStatus: "free" } });
  assert.match(registry.lines[1] ?? "", /1 in this page, 2 at the service/);
  const alone = compare({ registry: { revision: "2", idStatus: "free" } }, { ...page, revision: undefined });
  assert.match(alone.lines[1] ?? "", /Only the service looked up the id/);
  for (const { isAgreement, lines } of [rules, registry, alone])
    assert.deepEqual([isAgreement, lines.length], [true, 2]);
});

test("without a verdict of the page, the verdict of the service is passed on", () => {
  assert.deepEqual(compareVerdicts({ kind: "answered", result }), {
    isAgreement: true,
    lines: ["The service says: Valid."],
  });
});
