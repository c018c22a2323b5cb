/** A line without its end, or one that was skipped because it is too long. */
export type Line = { readonly kind: "line"; readonly bytes: Uint8Array } | { readonly kind: "too-long" };

const newline = 0x0a;

/** Cuts a stream into lines. One with more than `maxBytes` is reported at once, and the rest of it is skipped. */
export async function* readLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isSkipping = false;
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(newline, from);
      const end = found < 0 ? chunk.length : found;
      length += end - from;
      if (!isSkipping && length > maxBytes) {
        isSkipping = true;
        parts = [];
        yield { kind: "too-long" };
      }
      if (!isSkipping) parts.push(chunk.subarray(from, end));
      from = end + 1;
      if (found < 0) continue;
      if (!isSkipping) yield { kind: "line", bytes: Buffer.concat(parts) };
      parts = [];
      length = 0;
      isSkipping = false;
    }
  }
  // The last line need not have an end.
  if (length > 0 && !isSkipping) yield { kind: "line", bytes: Buffer.concat(parts) };
}
