const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Converts an offset to a line and column, both from 1, in UTF-16 code units. Lines end with LF, CRLF or CR. */
export function toLineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    const unit = text.charCodeAt(i);
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: offset - lineStart + 1 };
}
