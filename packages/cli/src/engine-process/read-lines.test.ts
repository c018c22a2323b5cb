import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import { array, assert as assertProperty, asyncProperty, integer, string } from "fast-check";
import { readLines } from "./read-lines.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("lines are the same, however the stream is cut", async () => {
  const property = asyncProperty(array(string()), array(integer({ min: 1, max: 7 })), async (texts, sizes) => {
    const text = texts.join("\n");
    const expected = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    assert.deepEqual(await linesOf(pieces(bytesOf(text), sizes), 1_000_000), expected);
  });
  await assertProperty(property, propertyRuns());
});

test("a line that is too long is skipped, and the next one is read", async () => {
  assert.deepEqual(await linesOf(pieces(bytesOf("12345\n123456\n1\n123456"), [4, 3]), 5), [
    "12345",
    "too-long",
    "1",
    "too-long",
  ]);
});

async function linesOf(input: Iterable<Uint8Array>, maxBytes: number): Promise<readonly string[]> {
  const stream = (async function* () {
    yield* input;
  })();
  const lines: string[] = [];
  for await (const line of readLines(stream, maxBytes)) {
    lines.push(line.kind === "line" ? new TextDecoder().decode(line.bytes) : line.kind);
  }
  return lines;
}

function* pieces(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}
