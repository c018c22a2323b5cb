import assert from "node:assert/strict";
import { test } from "node:test";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { indexPlaces } from "./places.ts";

const [maxLength, maxTexts] = pickForScale({ ci: [1_500, 12], full: [8_000, 400] });

test("finds places in a text that is cut off at any offset, and never throws", () => {
  const samples = goldenVerdicts()
    .filter(({ verdict }) => verdict.diagnostics.length > 0)
    .map(({ candidate, verdict }, index) => {
      const layout = jsonLayouts[index % jsonLayouts.length];
      const pointers = verdict.diagnostics.flatMap(({ path, paths = [] }) => [path, ...paths.slice(0, 3)]);
      return { text: layout?.write(candidate) ?? "", pointers };
    })
    .filter(({ text }) => text.length <= maxLength)
    .slice(0, maxTexts);
  let cuts = 0;
  for (const { text, pointers } of samples) {
    for (let end = 0; end <= text.length; end++) {
      const cut = text.slice(0, end);
      const places = indexPlaces(cut);
      for (const pointer of pointers) {
        const { from, to } = places.find(pointer, end % 2 === 0 ? "name" : "value");
        assert.ok(0 <= from && from <= to && to <= cut.length);
      }
      for (const offset of [0, end >> 1, end - 1, end]) places.findPointer(offset);
      cuts++;
    }
  }
  printFigure("cut texts without an exception", cuts, "all");
});
