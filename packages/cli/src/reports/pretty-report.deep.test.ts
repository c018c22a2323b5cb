import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { printFigure } from "@assay/testing/print-figure";
import stringWidth from "string-width";
import { parseDraft } from "../draft/read-draft.ts";
import { createPaint } from "../terminal/style.ts";
import { prettyReport } from "./pretty-report.ts";

const plain = createPaint({}, { columns: undefined });
const colored = createPaint({ FORCE_COLOR: "1" }, { columns: undefined });

test("every golden verdict fits into 80 and 120 columns in every layout, and color does not change its text", () => {
  let lines = 0;
  let reports = 0;
  for (const [index, { candidate, verdict }] of goldenVerdicts().entries()) {
    if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) continue;
    const layout = jsonLayouts[index % jsonLayouts.length] ?? assert.fail();
    const read = parseDraft(new TextEncoder().encode(layout.write(candidate)), "candidate.json");
    if (read.kind === "unreadable") continue;
    const { draft } = read;
    for (const width of [80, 120]) {
      const report = prettyReport({ verdict, draft }, { paint: plain, width });
      for (const line of report.split("\n")) {
        lines += 1;
        assert.ok(stringWidth(line) <= width, line);
      }
      reports += 1;
      const inColor = stripVTControlCharacters(prettyReport({ verdict, draft }, { paint: colored, width }));
      assert.ok(inColor === report, layout.name);
    }
  }
  printFigure("lines of reports on golden verdicts within 80 and 120 columns", `${lines} in ${reports} reports`, "all");
});
