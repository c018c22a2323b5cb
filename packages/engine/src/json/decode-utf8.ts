/** Text decoded from bytes. If `isComplete` is false, it ends before the first invalid character. */
export interface DecodedText {
  readonly text: string;
  readonly isComplete: boolean;
}

/** Decodes UTF-8 strictly. Keeps a byte order mark, so that the reader can refuse it: JSON does not allow one. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { text: createDecoder().decode(bytes), isComplete: true };
  } catch {
    return { text: decodePrefix(bytes), isComplete: false };
  }
}

const createDecoder = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// Finds the longest prefix that decodes, by binary search. A prefix can end inside a character.
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
