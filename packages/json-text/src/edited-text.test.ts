import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "@lezer/common";
import { parser } from "@lezer/json";
import { editText } from "./edited-text.ts";

test("an edit of a long text parses only what is around it", () => {
  const edited = editText(JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ id: index, name: "x" }))));
  const known = new Set(subtreesOf(edited.parse()));
  edited.replace(edited.text.indexOf("999"), edited.text.indexOf("999") + 3, '{"a": [1]}');
  const tree = edited.parse();
  assert.equal(String(tree), String(parser.parse(edited.text)));
  const added = subtreesOf(tree).filter((subtree) => !known.has(subtree));
  assert.ok(added.length < known.size / 3, `${added.length} of ${known.size}`);
});

function subtreesOf(tree: Tree): readonly Tree[] {
  return [tree, ...tree.children.flatMap((child) => (child instanceof Tree ? subtreesOf(child) : []))];
}
