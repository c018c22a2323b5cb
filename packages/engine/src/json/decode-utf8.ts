/** Text decoded from bytes; when `whole` is false it stops before the first byte that is not UTF-8. */
export interface DecodedText {
  readonly text: string;
  readonly whole: boolean;
}

/** Decodes UTF-8 strictly and keeps a byte order mark, which is not JSON. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { text: createDecoder().decode(bytes), whole: true };
  } catch {
    return { text: decodePrefix(bytes), whole: false };
  }
}

const createDecoder = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// The longest part that decodes, found by halves. A character may be cut off at its end.
function decodePrefix(bytes: Uint8Array): string {
  let text = "";
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    try {
      text = createDecoder().decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return text;
}
