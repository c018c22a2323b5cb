import assert from "node:assert/strict";
import { test } from "node:test";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { type Inline, reviewBlocks } from "./review-blocks.ts";

const textOf = (inlines: readonly Inline[]) => inlines.map(({ text }) => text).join("");

test("values from outside are told apart from the words of the engine", () => {
  const [list] = reviewBlocks("- Name (`generatorName`): `` a `tick` ``\n- Two: `x`, `y`");
  assert.deepEqual(list, {
    kind: "list",
    items: [
      [
        { kind: "words", text: "Name (" },
        { kind: "value", text: "generatorName" },
        { kind: "words", text: "): " },
        { kind: "value", text: "a `tick`" },
      ],
      [
        { kind: "words", text: "Two: " },
        { kind: "value", text: "x" },
        { kind: "words", text: ", " },
        { kind: "value", text: "y" },
      ],
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

test("the reviews of all golden packages keep every word", () => {
  let reviews = 0;
  for (const { name, content } of goldenCases()) {
    if (isReadingCase(content) || content.ownerReview === undefined) continue;
    reviews += 1;
    const shown = reviewBlocks(content.ownerReview.join("\n"))
      .flatMap((block) => {
        if (block.kind === "table") return block.rows.flat();
        return block.kind === "list" ? block.items : [block.inlines];
      })
      .map(textOf)
      .join(" ");
    const words = (text: string) => text.replace(/[`|\\\s#-]/g, "");
    assert.equal(words(shown), words(content.ownerReview.join("\n")), name);
  }
  assert.ok(reviews > 50);
});
