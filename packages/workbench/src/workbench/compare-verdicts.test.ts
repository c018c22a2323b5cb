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

function compare(change: object, pageVerdict: PageVerdict = page) {
  return compareVerdicts({ kind: "answered", result: { ...result, ...change } as BuildResult }, pageVerdict);
}

test("the service agrees when the verdict and the package are the same, even if its answer has other members", () => {
  const { isAgreement, lines } = compare({});
  assert.deepEqual([isAgreement, lines.length], [true, 1]);
  assert.match(lines.join(), /abababab/);
});

test("the service disagrees when the verdict, the package or the id's status differs", () => {
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

test("an agreement mentions changed rules, a changed registry, and an id that only the service looked up", () => {
  const rules = compare({ specPackage: { version: "1.0.1", digest: "sha256:0" } });
  assert.match(rules.lines[1] ?? "", /^The rules have changed.*Reload/);
  const registry = compare({ registry: { revision: "2", idStatus: "free" } });
  assert.match(registry.lines[1] ?? "", /1 in this page, 2 at the service/);
  const noLookup = compare({ registry: { revision: "2", idStatus: "free" } }, { ...page, revision: undefined });
  assert.match(noLookup.lines[1] ?? "", /Only the service looked up the id/);
  for (const { isAgreement, lines } of [rules, registry, noLookup])
    assert.deepEqual([isAgreement, lines.length], [true, 2]);
});

test("the service's verdict is shown without a comparison when the page has none", () => {
  assert.deepEqual(compareVerdicts({ kind: "answered", result }), {
    isAgreement: true,
    lines: ["The service says: Valid."],
  });
});
