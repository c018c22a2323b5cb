/** Whether a body contains this key, however JSON escapes it. The body need not be JSON: errors quote it too. */
export function bodyContainsKey(body: Uint8Array, key: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.includes(key)) return true;
  let text: Buffer = Buffer.from(bytes);
  for (let round = 0; round < maxRounds && text.includes(BACKSLASH); round += 1) {
    text = text.subarray(0, unescapeInPlace(text));
    if (text.includes(key)) return true;
  }
  return false;
}

// The body is JSON, a string in it may be JSON again, and so may a string in that. Deeper levels are never read, and
// without a bound, escapes of escapes could take as many rounds as the body is long.
const maxRounds = 3;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

/** Decodes the escapes that can occur in a key, and returns the new length. */
function unescapeInPlace(text: Buffer): number {
  let end = text.indexOf(BACKSLASH);
  for (let at = end; at < text.length; end += 1) {
    const isEscape = text[at] === BACKSLASH && at + 1 < text.length;
    const code = isEscape && text[at + 1] === SMALL_U ? readCode(text, at + 2) : undefined;
    text[end] = code ?? (text[isEscape ? at + 1 : at] as number);
    at += code === undefined ? (isEscape ? 2 : 1) : 6;
  }
  return end;
}

function readCode(text: Buffer, at: number): number | undefined {
  const digits = text.toString("latin1", at, at + 4);
  return /[0-9a-f]{4}/i.test(digits) ? Math.min(Number.parseInt(digits, 16), 0xff) : undefined;
}
