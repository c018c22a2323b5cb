import assert from "node:assert/strict";
import { test } from "node:test";
import { applyMutation, mutationsOf } from "../scripts/mutations.ts";

test("comparisons, conditions, numbers, statements, chains, patterns and answers are changed", () => {
  const source = [
    "export function f(a: number, list: number[]) {",
    "  if (a < 0x0f && !list.includes(a)) list.push(a);",
    "  for (const b of list) {",
    "    if (b === 2) continue;",
    '    a += /^b+$/g.test("b") ? 1 : 0;',
    "  }",
    "  return list.slice(0, a).reverse();",
    "}",
    "",
  ].join("\n");
  const lines = mutationsOf(source).map((mutation) => {
    const mutated = applyMutation(source, mutation).split("\n");
    return source
      .split("\n")
      .flatMap((line, index) => (line === mutated[index] ? [] : [mutated[index]?.trim()]))
      .join();
  });
  for (const line of [
    "if (true) list.push(a);",
    "if (false) list.push(a);",
    "if (a <= 0x0f && !list.includes(a)) list.push(a);",
    "if (a >= 0x0f && !list.includes(a)) list.push(a);",
    "if (a < 0x10 && !list.includes(a)) list.push(a);",
    "if (a < 0x0f || !list.includes(a)) list.push(a);",
    "if (a < 0x0f && list.includes(a)) list.push(a);",
    "if (a < 0x0f && !list.includes(a)) ;",
    "if (b !== 2) continue;",
    "if (b === 3) continue;",
    "if (b === 2) ;",
    'a -= /^b+$/g.test("b") ? 1 : 0;',
    'a += /b+$/g.test("b") ? 1 : 0;',
    'a += /^b$/g.test("b") ? 1 : 0;',
    'a += /^b+/g.test("b") ? 1 : 0;',
    'a += /^b+$/.test("b") ? 1 : 0;',
    'a += /^b+$/g.test("b") ? 2 : 0;',
    "return undefined;",
    "return list.slice(0, a);",
    "return list.slice(0).reverse();",
    "return list.slice(1, a).reverse();",
    "return list.reverse();",
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.equal(new Set(lines).size, lines.length);
});

test("comments, texts, imports and types are left alone", () => {
  const source = [
    'import { a as b } from "./a < b.ts";',
    "// if (a < b) return true; 5",
    "/* a === b */",
    "export type T = 1 | 2 | true;",
    "interface I { readonly a: false; b: 3 }",
    "export const text = \"a < b && 5\" + 'true' + `a === b`;",
    "export const f = (a: I | 7, c?: T): a is I => b(a as 8 | 9, text, c);",
    "",
  ].join("\n");
  assert.deepEqual(
    mutationsOf(source).map((mutation) => source.slice(mutation.start, mutation.end)),
    [" + ", " + "],
  );
});
