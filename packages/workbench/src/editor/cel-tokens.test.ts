import assert from "node:assert/strict";
import { test } from "node:test";
import { celTokens } from "./highlight-cel.ts";

const shown = (source: string) => celTokens(source).map(({ kind, from, to }) => `${kind} ${source.slice(from, to)}`);

test("the parts of an expression have the colours of what they are", () => {
  assert.deepEqual(shown("!('realistic' in self.tags) || size(self.items) >= 4"), [
    "operator !",
    "string 'realistic'",
    "word in",
    "self self",
    "operator ||",
    "function size",
    "self self",
    "operator >=",
    "number 4",
  ]);
  assert.deepEqual(shown("self.x.all(f, f.self2 == true) ? 1.5e3 : null"), [
    "self self",
    "function all",
    "operator ==",
    "word true",
    "operator ?",
    "number 1.5e3",
    "operator :",
    "word null",
  ]);
});

test("words inside of strings have no colour of their own", () => {
  assert.deepEqual(shown(`r'true in "self"' + "it's \\" 1"`), [
    `string r'true in "self"'`,
    "operator +",
    `string "it's \\" 1"`,
  ]);
});

test("a string that does not end yet swallows nothing", () => {
  assert.deepEqual(shown("'a == 1"), ["operator ==", "number 1"]);
});
