import assert from "node:assert/strict";
import { test } from "node:test";
import { measureMs } from "@assay/testing/measure-ms";
import { printFigure } from "@assay/testing/print-figure";
import { findReadings, parseScalarText } from "../json/parse-scalar-text.ts";
import { isSameName } from "../names/folding.ts";
import { toReviewText } from "../review/review-text.ts";
import { sanitizeText } from "../text/sanitize-text.ts";

const longest = 48_000;
const functions: readonly ((text: string) => unknown)[] = [
  findReadings,
  parseScalarText,
  (text) => isSameName(text, "name", true),
  (text) => toReviewText(text, Number.POSITIVE_INFINITY),
  (text) => sanitizeText(text, 64),
];
const parts = [
  " ",
  "\t",
  "\n",
  "1",
  "1 ",
  "1.",
  "-",
  "_",
  "a",
  "a ",
  "A",
  "`",
  "` ",
  "\u0301",
  "\u200b",
  "?",
  "ä",
  "😀",
];

test("every function that reads a text of a candidate takes time linear in its length", () => {
  const measureTexts = (length: number) => {
    const texts = parts.flatMap((part) => {
      const long = part.repeat(length / part.length);
      return [`${long}!`, `${long}1!`, `a${long}b`];
    });
    return functions.map((run) => measureMs(() => texts.forEach(run), 3));
  };
  const shortMs = measureTexts(longest / 16);
  const ratios = measureTexts(longest).map((ms, index) => ms / Math.max(0.1, shortMs[index] ?? 0));
  // Quadratic work would make a ratio 256.
  const worst = Math.max(...ratios);
  printFigure("time for texts of 16 times the length, as a ratio", worst.toFixed(1), 80);
  assert.ok(worst <= 80, ratios.join());
});
