/** Text decoded from bytes; when `whole` is false it stops before the first byte that is not UTF-8. */
export interface Decoded {
  readonly text: string;
  readonly whole: boolean;
}

/** Decodes UTF-8 strictly and keeps a byte order mark, which is not JSON. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: strict.decode(bytes), whole: true };
  } catch {
    return { text: decodablePart(bytes), whole: false };
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

function decodablePart(bytes: Uint8Array): string {
  let text: string;
  try {
    text = lenient.decode(bytes);
  } catch {
    // The platform has no strings of this length.
    return "";
  }
  let byte = 0;
  let unit = 0;
  for (const point of text) {
    // U+FFFD marks invalid bytes, unless the bytes encode it.
    if (point === "\ufffd" && !(bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd)) break;
    byte += utf8Length(point.codePointAt(0) as number);
    unit += point.length;
  }
  return text.slice(0, unit);
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
