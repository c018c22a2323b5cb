import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { decodeUtf8 } from "./decode-utf8.ts";

// One byte, two, three and four, at both ends of each; and the character that stands for faults, spelled out.
const characters = [0x01, 0x7f, 0x80, 0x7ff, 0x800, 0xfffd, 0xffff, 0x10000, 0x10ffff].map((point) =>
  String.fromCodePoint(point),
);
// None of them begins a character that the bytes after it could finish.
const faults = [[0xff], [0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xef, 0xbf]];
// The third byte is that of the character that stands for faults.
const lookalikes = [
  [0xff, 0x61, 0xbd],
  [0xef, 0x61, 0xbd],
  [0x80, 0xbf, 0xbd],
];

test("what is UTF-8 is decoded whole, byte order mark included", () => {
  for (const text of ["", "a", ...characters, characters.join(""), "\ufeff{}"]) {
    assert.deepEqual(decodeUtf8(Buffer.from(text)), { text, whole: true });
  }
});

test("what is not is decoded up to the first byte that is wrong", () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...characters), fc.constant("\ufffd")), maxLength: 8 });
  const property = fc.property(text, fc.constantFrom(...faults), text, (before, fault, after) => {
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(fault), Buffer.from(after)]);
    assert.deepEqual(decodeUtf8(bytes), { text: before, whole: false });
  });
  fc.assert(property, propertyRuns());
  for (const fault of [...faults, ...lookalikes]) {
    const before = characters.join("");
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(fault), Buffer.from("after")]);
    assert.deepEqual(decodeUtf8(bytes), { text: before, whole: false });
  }
});

test("a byte order mark before a fault is kept", () => {
  assert.deepEqual(decodeUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff])), { text: "\ufeffa", whole: false });
});
