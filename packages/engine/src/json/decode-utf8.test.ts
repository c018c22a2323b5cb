import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { decodeUtf8 } from "./decode-utf8.ts";

// The first and last characters of each encoded length, and the replacement character itself.
const characters = [0x01, 0x7f, 0x80, 0x7ff, 0x800, 0xfffd, 0xffff, 0x10000, 0x10ffff].map((point) =>
  String.fromCodePoint(point),
);
// Byte sequences that are invalid before the first byte of any character.
const invalid = [[0xff], [0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xef, 0xbf]];
// The third byte is the last byte of the replacement character.
const lookalikes = [
  [0xff, 0x61, 0xbd],
  [0xef, 0x61, 0xbd],
  [0x80, 0xbf, 0xbd],
];

test("decodes valid UTF-8 completely, including a byte order mark", () => {
  for (const text of ["", "a", ...characters, characters.join(""), "\ufeff{}"]) {
    assert.deepEqual(decodeUtf8(Buffer.from(text)), { text, isComplete: true });
  }
});

test("decodes invalid UTF-8 up to the first invalid byte", () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...characters), fc.constant("\ufffd")), maxLength: 8 });
  const property = fc.property(text, fc.constantFrom(...invalid), text, (before, sequence, after) => {
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(sequence), Buffer.from(after)]);
    assert.deepEqual(decodeUtf8(bytes), { text: before, isComplete: false });
  });
  fc.assert(property, propertyRuns());
  for (const sequence of [...invalid, ...lookalikes]) {
    const before = characters.join("");
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(sequence), Buffer.from("after")]);
    assert.deepEqual(decodeUtf8(bytes), { text: before, isComplete: false });
  }
});

test("keeps a byte order mark before an invalid byte", () => {
  assert.deepEqual(decodeUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff])), { text: "\ufeffa", isComplete: false });
});
