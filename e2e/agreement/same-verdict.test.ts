import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { callAt } from "../http/service.ts";
import { serveCases, verdictText } from "./serve-cases.ts";

test("the service gives a candidate the verdict, the package and the review of the engine", async () => {
  await using served = await serveCases();
  const codes = new Set<string>();
  for (const { title, targetProduct, domainId, candidate, upcoming, built, ownerReview } of served.cases) {
    const body = { targetProduct, domainId, candidate, options: { upcoming } };
    const { json: checked } = await callAt(served.url, "validateProposal", { body });
    assert.equal(verdictText(checked), verdictText(built.verdict), title);
    const { json } = await callAt(served.url, "buildProposal", { body });
    assert.equal(verdictText(json), verdictText(built.verdict), title);
    assert.equal(JSON.stringify(json.proposalPackage), JSON.stringify(built.proposalPackage), title);
    assert.equal(json.ownerReview, ownerReview, title);
    for (const { code } of built.verdict.diagnostics) codes.add(code);
  }
  const valid = served.cases.filter(({ built }) => built.valid).length;
  figure(
    "golden cases with the verdict of the engine over HTTP, valid ones",
    `${served.cases.length}, ${valid}`,
    "all",
  );
  figure("different codes in them", codes.size, "at least 10");
  assert.ok(served.cases.length >= 18 && valid >= 3 && codes.size >= 10);
});
