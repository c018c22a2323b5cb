import assert from "node:assert/strict";
import { test } from "node:test";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { type Inline, type ReviewBlock, type ReviewItem, reviewBlocks } from "./review-blocks.ts";

const textOf = (inlines: readonly Inline[]) => inlines.map(({ text }) => text).join("");

test("values from outside are told apart from the words of the engine", () => {
  const [list] = reviewBlocks("- Name (`generatorName`): `` a `tick` ``\n- Two: `x`, `y`");
  assert.deepEqual(list, {
    kind: "list",
    items: [
      {
        inlines: [
          { kind: "words", text: "Name (" },
          { kind: "value", text: "generatorName" },
          { kind: "words", text: "): " },
          { kind: "value", text: "a `tick`" },
        ],
        items: [],
      },
      {
        inlines: [
          { kind: "words", text: "Two: " },
          { kind: "value", text: "x" },
          { kind: "words", text: ", " },
          { kind: "value", text: "y" },
        ],
        items: [],
      },
    ],
  });
});

test("a table has its head and its rows", () => {
  const [table] = reviewBlocks("| `a` | `b` |\n| --- | --- |\n| `1` | `3` |");
  assert.ok(table?.kind === "table");
  assert.deepEqual(
    table.rows.map((row) => row.map(textOf)),
    [
      ["a", "b"],
      ["1", "3"],
    ],
  );
});

test("members of an object are a list in the item of the object, and no value can pose as one", () => {
  const [list, ...others] = reviewBlocks("- `a`:\n  - `b`:\n    - `c`: `1`\n  - `d`: `x - e: 2`\n- `f`: `3`");
  assert.deepEqual(others, []);
  assert.ok(list?.kind === "list");
  const outline = (items: readonly ReviewItem[]): unknown =>
    items.map((item) => [textOf(item.inlines), outline(item.items)]);
  assert.deepEqual(outline(list.items), [
    [
      "a:",
      [
        ["b:", [["c: 1", []]]],
        ["d: x - e: 2", []],
      ],
    ],
    ["f: 3", []],
  ]);
});

test("the reviews of all golden packages keep every line, and every item its depth", () => {
  const linesOf = (items: readonly ReviewItem[], indent = ""): readonly string[] =>
    items.flatMap((item) => [`${indent}- ${textOf(item.inlines)}`, ...linesOf(item.items, `${indent}  `)]);
  const shownLines = (block: ReviewBlock): readonly string[] => {
    if (block.kind === "table") return block.rows.map((cells) => `| ${cells.map(textOf).join(" | ")} |`);
    if (block.kind === "list") return linesOf(block.items);
    return [`${block.kind === "heading" ? `${"#".repeat(block.level)} ` : ""}${textOf(block.inlines)}`];
  };
  let nested = 0;
  for (const { name, review } of goldenVerdicts()) {
    if (review === undefined) continue;
    const written = review.split("\n").filter((line) => line !== "" && !/^\|[\s|-]*$/.test(line));
    const shown = reviewBlocks(review).flatMap(shownLines);
    // Only backticks and the spaces around them are not shown.
    const words = (line: string) =>
      line.replace(/^( *- )?(.*)$/, (_, item = "", rest) => item + rest.replace(/[`\s]/g, ""));
    assert.deepEqual(shown.map(words), written.map(words), name);
    nested += written.filter((line) => line.startsWith("    - ")).length;
  }
  assert.ok(nested > 0);
});
