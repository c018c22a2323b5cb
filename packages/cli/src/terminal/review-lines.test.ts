import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewProposal } from "@assay/engine";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import stringWidth from "string-width";
import { reviewLines } from "./review-lines.ts";
import { createPaint } from "./style.ts";

const paint = createPaint({}, { columns: undefined });

test("a review is written as titles and nested lists", () => {
  const lines = [
    { depth: 0, label: "Permanent id", value: { text: "a", note: "" } },
    { depth: 0, name: { text: "tags", note: "" } },
    { depth: 1, value: { text: "b…", note: " (+2 characters)" } },
  ];
  assert.deepEqual(reviewLines([{ title: "Proposal", lines }], { paint, width: 80 }), [
    ...["Proposal", "", "- Permanent id: a", "- tags", "  - b… (+2 characters)", ""],
  ]);
});

test("every review of a golden case fits into 40 and 120 columns", () => {
  for (const { proposalPackage } of goldenVerdicts()) {
    if (!proposalPackage) continue;
    for (const width of [40, 120])
      for (const line of reviewLines(reviewProposal(proposalPackage), { paint, width }))
        assert.ok(stringWidth(line) <= width, line);
  }
});
