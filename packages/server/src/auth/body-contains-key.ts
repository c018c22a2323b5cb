/** Whether a body contains this key in any JSON spelling. The body can be invalid JSON, because errors quote it too. */
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

// A string in the body can itself be JSON, and so can a string in that JSON. Deeper levels are never parsed.
// Without a limit, nested escapes could take as many rounds as the body has bytes.
const maxRounds = 3;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

/** Decodes the escapes that can occur in a key, and returns the new length. */
function unescapeInPlace(text: Buffer): number {
  let written = text.indexOf(BACKSLASH);
  for (let read = written; read < text.length; written += 1) {
    const isEscape = text[read] === BACKSLASH && read + 1 < text.length;
    const code = isEscape && text[read + 1] === SMALL_U ? readCode(text, read + 2) : undefined;
    text[written] = code ?? (text[isEscape ? read + 1 : read] as number);
    read += code === undefined ? (isEscape ? 2 : 1) : 6;
  }
  return written;
}

function readCode(text: Buffer, start: number): number | undefined {
  const digits = text.toString("latin1", start, start + 4);
  return /[0-9a-f]{4}/i.test(digits) ? Math.min(Number.parseInt(digits, 16), 0xff) : undefined;
}
