import assert from "node:assert/strict";
import { test } from "node:test";
import { measureMs } from "@assay/testing/measure-ms";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { readJson } from "./read-json.ts";

const longest = pickForScale({ ci: 160_000, full: 1_000_000 });

test("reading a hostile document takes time linear in its length", () => {
  const measureDocs = (size: number) => {
    const documents = createHostileDocs(size);
    return measureMs(() => {
      for (const bytes of documents) assert.equal(readJson(bytes).kind, "unreadable");
    }, 3);
  };
  // Quadratic work would make the ratio 256.
  const ratio = measureDocs(longest) / measureDocs(longest / 16);
  printFigure("time for hostile documents of 16 times the length, as a ratio", ratio.toFixed(1), 80);
  assert.ok(ratio <= 80);
});

function createHostileDocs(size: number): readonly Uint8Array[] {
  const names = Array.from({ length: size / 10 }, (_, i) => `"${i}":1`).join(",");
  const texts = [
    "[".repeat(size),
    '{"a":'.repeat(size / 5),
    "9".repeat(size),
    `0.${"0".repeat(size)}1`,
    `1${"0".repeat(size)}1e-${size}`,
    `1e${"9".repeat(size)}`,
    `[${"1e5,".repeat(size / 4)}1e-999]`,
    `"${"\\ud83d\\ude00".repeat(size / 12)}\\ud83d"`,
    `"${"\\".repeat(size)}`,
    `{"${"x".repeat(size)}":1,"${"x".repeat(size)}":2}`,
    `{${names},"0":1}`,
    `[${"{},".repeat(size / 3)}`,
    `${"\n".repeat(size)}x`,
    "x".repeat(size),
    `[${'"\ufffd",'.repeat(size / 6)}`,
    `{"\\u0061":[${'{"b":1},'.repeat(size / 8)}`,
  ].map((text) => Buffer.from(text));
  return texts.flatMap((bytes) => [bytes, Buffer.concat([bytes, Buffer.of(0xff)])]);
}
