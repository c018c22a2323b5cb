import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { bodyContainsKey } from "./body-contains-key.ts";

const key = `ai_${"Kk0_-".repeat(8)}`;

/** Any way in which JSON may spell a text. */
const createSpelling = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...text].map((letter) => fc.constantFrom(letter, escapeLetter(letter), escapeLetter(letter).toLowerCase())),
    )
    .map((letters) => letters.join(""));

test("a key is found in any text and any name of a document, however it is spelled", () => {
  const place = fc.tuple(fc.json(), fc.constantFrom("value", "name", "item", "in a text"), fc.string(), fc.string());
  fc.assert(
    fc.property(place, createSpelling(key), ([other, where, before, after], spelling) => {
      const text = `"${escapeText(before)}${spelling}${escapeText(after)}"`;
      const document = {
        value: `{"a":${other},"b":{"c":${text}}}`,
        name: `[{${text}:${other}}]`,
        item: `[${other},[${text}]]`,
        // MCP clients send a candidate as a text, and a sample may be one too.
        "in a text": JSON.stringify({ candidate: `{"a":${text},"b":${other}}` }),
      }[where];
      assert.doesNotThrow(() => JSON.parse(document));
      assert.ok(bodyContainsKey(Buffer.from(document), key), document);
    }),
    propertyRuns(),
  );
});

test("a body without the key does not hold it, whatever else it holds", () => {
  const almost = [key.slice(0, -1), key.slice(1), key.toUpperCase(), `${key.slice(0, 20)} ${key.slice(20)}`];
  const words = fc.oneof(fc.string(), fc.constantFrom(...almost, "\\u0061", "\\\\", "\n\u0000é👍\ud800"));
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { maxLength: 8 }), (pairs) => {
      const body = JSON.stringify([Object.fromEntries(pairs), JSON.stringify(pairs)]);
      assert.equal(bodyContainsKey(Buffer.from(body), key), false);
    }),
    propertyRuns(),
  );
});

test("a body need not be JSON, nor UTF-8", () => {
  const escapes = [...key].map(escapeLetter).join("");
  for (const around of [(text: string) => text, (text: string) => `{"a":"${text}`, (text: string) => `\\${text}]`]) {
    for (const spelling of [key, escapes, `\\u0061${key.slice(1)}`]) {
      assert.ok(bodyContainsKey(Buffer.from(`\xff\xfe${around(spelling)}`, "latin1"), key), around(spelling));
    }
  }
  assert.ok(bodyContainsKey(Buffer.from(escapes), key), "it may begin with an escape");
  assert.equal(bodyContainsKey(new Uint8Array(), key), false);
  assert.equal(bodyContainsKey(Buffer.from("\\u00"), key), false);
  assert.ok(bodyContainsKey(Buffer.from("\\u0061i_\\"), "ai_\\"), "a backslash at the end escapes nothing");
});

test("only an escape stands for another character", () => {
  for (const almost of ["\\\\ xu0061", "\\n0061", "\\u061", "\\u61zz", "\\ug061"]) {
    assert.equal(bodyContainsKey(Buffer.from(almost + key.slice(1)), key), false, almost);
  }
});

test("escapes are undone as often as somebody reads a text in a text, and no more often", () => {
  const nestBody = (levels: number) => JSON.stringify(nestText(levels));
  const nestText = (levels: number): string =>
    levels === 0 ? `"${spelledOut}"` : JSON.stringify(nestText(levels - 1));
  const spelledOut = [...key].map(escapeLetter).join("");
  assert.deepEqual(
    [0, 1, 2].map((levels) => bodyContainsKey(Buffer.from(nestBody(levels)), key)),
    [true, true, false],
  );
});

test("only the bytes of the body are looked at, not what lies beside them in memory", () => {
  const memory = Buffer.from(`${key} {"a":1} ${key}`);
  assert.equal(bodyContainsKey(memory.subarray(key.length + 1, -key.length - 1), key), false);
});

function escapeLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
