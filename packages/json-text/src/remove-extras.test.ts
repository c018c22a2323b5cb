import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "@assay/engine";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { removeExtras } from "./remove-extras.ts";

test("comments and trailing commas are removed with the space around them, and nothing else changes", () => {
  for (const [text, plain] of [
    ['{\n  // one\n  "a": 1, /* two */\n  "b": [1, 2,],\n}\n', '{\n  "a": 1,\n  "b": [1, 2]\n}\n'],
    ["[1, /* two */ 2]", "[1, 2]"],
    ['{\r\n\t/* one */ "a": 1, // two\r\n\t// three\r\n\t"b": 2\r\n}', '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}'],
    ['/* a\n b */\n{ "a": 1 } # c', '{ "a": 1 }'],
    ["[\n  1, // one\n\n  // two\n]", "[\n  1\n]"],
    ['["//", "a,]"] //', '["//", "a,]"]'],
  ] as const) {
    assert.equal(removeExtras(text)?.text, plain);
    assert.equal(removeExtras(plain)?.text, plain);
  }
});

test("a text with any other mistake is not changed", () => {
  for (const text of ["[,]", "[1,,]", "{,}", "1 /**/ 2", "tr/**/ue", '{ "a": 1 // one', "{ a: 1, }", ""]) {
    assert.equal(removeExtras(text), undefined, text);
  }
});

test("a text without its comments and trailing commas is the same JSON", () => {
  const space = fc.constantFrom("", " ", "\n  ", "\r\n", " // c\n", "/* , ] */", "\n  # c\n\t");
  const comma = fc.constantFrom("", ",");
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.infiniteStream(space),
      fc.infiniteStream(comma),
      (value, gaps, ends) => {
        const gap = () => gaps.next().value ?? "";
        const end = () => `${gap()}${ends.next().value ?? ""}${gap()}`;
        const write = (part: unknown): string => {
          if (Array.isArray(part) && part.length > 0)
            return `[${part.map((item) => gap() + write(item)).join(",")}${end()}]`;
          if (typeof part !== "object" || part === null || Object.keys(part).length === 0) return JSON.stringify(part);
          const members = Object.entries(part).map(
            ([name, item]) => `${gap()}${JSON.stringify(name)}${gap()}:${write(item)}`,
          );
          return `{${members.join(",")}${end()}}`;
        };
        const text = `${gap()}${write(value)}${gap()}`;
        const plain = removeExtras(text);
        assert.ok(plain, text);
        assert.deepEqual(JSON.parse(plain.text), JSON.parse(JSON.stringify(value)));
        assert.equal(readJson(new TextEncoder().encode(plain.text), { maxDepth: 32 }).kind, "ok");
      },
    ),
    propertyRuns(),
  );
});
