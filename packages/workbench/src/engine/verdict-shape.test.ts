import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "@assay/contract";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { buildOutcome } from "./verdict-shape.ts";

const golden = goldenVerdicts();

test("accepts every verdict and package of the golden cases", () => {
  for (const { name, verdict, proposalPackage } of golden) {
    if (!verdict.valid) assert.ok(buildOutcome({ valid: false, verdict }), name);
    else if (proposalPackage)
      assert.ok(buildOutcome({ valid: true, verdict, proposalPackage, idempotencyKey: "k" }), name);
  }
});

test("rejects a verdict in which any member has an invalid type", () => {
  const members = new Set<string>();
  for (const { verdict } of golden.filter(({ verdict }) => !verdict.valid)) {
    const isAccepted = (change: object) => buildOutcome({ valid: false, verdict: { ...verdict, ...change } });
    for (const name of Object.keys(verdict)) {
      members.add(name);
      assert.equal(isAccepted({ [name]: Number.NaN }), false, name);
    }
    const [first, ...others] = verdict.diagnostics as [Verdict["diagnostics"][number]];
    for (const name of Object.keys(first)) {
      members.add(`diagnostics/${name}`);
      assert.equal(isAccepted({ diagnostics: [{ ...first, [name]: Number.NaN }, ...others] }), false, name);
    }
  }
  assert.ok(members.size > 15, [...members].join());
});
