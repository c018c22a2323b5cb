import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import stringWidth from "string-width";
import { createPaint } from "./style.ts";
import { terminalMarkdown } from "./terminal-markdown.ts";

const paint = createPaint({}, { columns: undefined });

test("a review is drawn for a terminal: headings, lists, and tables in columns", () => {
  const review =
    "# Proposal\n\n- Name: `a`\n\n## `list`: 2\n\n| `name` | `type` |\n| --- | --- |\n| `x` | `string` |\n";
  assert.equal(
    terminalMarkdown(review, { paint, width: 80 }),
    "Proposal\n\n- Name: `a`\n\nlist: 2\n\nname  type\nx     string\n",
  );
});

test("a table that is too wide becomes lists", () => {
  const table = `| \`name\` | \`about\` |\n| --- | --- |\n| \`x\` | \`${"word ".repeat(20)}\` |\n`;
  const drawn = terminalMarkdown(table, { paint, width: 40 });
  assert.match(drawn, /^ {2}name: x\n {2}about: word/);
});

test("every review of a golden case fits into 80 and 120 columns and shows every id", () => {
  const coloured = createPaint({ FORCE_COLOR: "1" }, { columns: undefined });
  for (const { review } of goldenVerdicts()) {
    if (review === undefined) continue;
    for (const width of [80, 120]) {
      const drawn = terminalMarkdown(review, { paint, width });
      for (const line of drawn.split("\n")) assert.ok(stringWidth(line) <= width, line);
      const inColour = stripVTControlCharacters(terminalMarkdown(review, { paint: coloured, width }));
      assert.equal(inColour.replaceAll("`", ""), drawn.replaceAll("`", ""));
    }
  }
});
