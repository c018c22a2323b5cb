import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { bodyContainsKey } from "./body-contains-key.ts";

const key = `ai_${"Kk0_-".repeat(8)}`;

/** Generates JSON spellings of a text, in which any letter can be escaped. */
const createSpelling = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...text].map((letter) => fc.constantFrom(letter, escapeLetter(letter), escapeLetter(letter).toLowerCase())),
    )
    .map((letters) => letters.join(""));

test("finds a key in any string or property name, however it is escaped", () => {
  const place = fc.tuple(fc.json(), fc.constantFrom("value", "name", "item", "nested JSON"), fc.string(), fc.string());
  fc.assert(
    fc.property(place, createSpelling(key), ([otherJson, position, before, after], spelling) => {
      const text = `"${escapeText(before)}${spelling}${escapeText(after)}"`;
      const document = {
        value: `{"a":${otherJson},"b":{"c":${text}}}`,
        name: `[{${text}:${otherJson}}]`,
        item: `[${otherJson},[${text}]]`,
        // MCP clients can send a candidate as a string, and so can a sample record.
        "nested JSON": JSON.stringify({ candidate: `{"a":${text},"b":${otherJson}}` }),
      }[position];
      assert.doesNotThrow(() => JSON.parse(document));
      assert.ok(bodyContainsKey(Buffer.from(document), key), document);
    }),
    propertyRuns(),
  );
});

test("does not find a key in a body without it", () => {
  const nearMisses = [key.slice(0, -1), key.slice(1), key.toUpperCase(), `${key.slice(0, 20)} ${key.slice(20)}`];
  const words = fc.oneof(fc.string(), fc.constantFrom(...nearMisses, "\\u0061", "\\\\", "\n\u0000é👍\ud800"));
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { maxLength: 8 }), (pairs) => {
      const body = JSON.stringify([Object.fromEntries(pairs), JSON.stringify(pairs)]);
      assert.equal(bodyContainsKey(Buffer.from(body), key), false);
    }),
    propertyRuns(),
  );
});

test("finds a key in a body that is neither JSON nor UTF-8", () => {
  const escapes = [...key].map(escapeLetter).join("");
  for (const embed of [(text: string) => text, (text: string) => `{"a":"${text}`, (text: string) => `\\${text}]`]) {
    for (const spelling of [key, escapes, `\\u0061${key.slice(1)}`]) {
      assert.ok(bodyContainsKey(Buffer.from(`\xff\xfe${embed(spelling)}`, "latin1"), key), embed(spelling));
    }
  }
  assert.ok(bodyContainsKey(Buffer.from(escapes), key), "a body that begins with an escape");
  assert.equal(bodyContainsKey(new Uint8Array(), key), false);
  assert.equal(bodyContainsKey(Buffer.from("\\u00"), key), false);
  assert.ok(bodyContainsKey(Buffer.from("\\u0061i_\\"), "ai_\\"), "a backslash at the end escapes nothing");
});

test("decodes only valid escapes", () => {
  for (const invalidEscape of ["\\\\ xu0061", "\\n0061", "\\u061", "\\u61zz", "\\ug061"]) {
    assert.equal(bodyContainsKey(Buffer.from(invalidEscape + key.slice(1)), key), false, invalidEscape);
  }
});

test("decodes escapes at three levels of nested strings, and no deeper", () => {
  const nestBody = (levels: number) => JSON.stringify(nestText(levels));
  const nestText = (levels: number): string =>
    levels === 0 ? `"${escapedKey}"` : JSON.stringify(nestText(levels - 1));
  const escapedKey = [...key].map(escapeLetter).join("");
  assert.deepEqual(
    [0, 1, 2].map((levels) => bodyContainsKey(Buffer.from(nestBody(levels)), key)),
    [true, true, false],
  );
});

test("searches only the bytes of the body, not the memory around them", () => {
  const memory = Buffer.from(`${key} {"a":1} ${key}`);
  assert.equal(bodyContainsKey(memory.subarray(key.length + 1, -key.length - 1), key), false);
});

function escapeLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
