import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, limits } from "@assay/contract";
import { describeFormatDefect } from "./describe-format-defect.ts";

test("describes each format briefly, without an example value that an author could paste", () => {
  for (const format of formats) {
    const defect = describeFormatDefect(format);
    assert.doesNotMatch(defect, /\d{4}-\d\d|\+\d\d:\d\d|@\w+\.\w/);
    assert.ok(defect.length <= limits.specPackageText, defect);
  }
});
