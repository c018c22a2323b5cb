const MAX_SHOWN = 32;

/** Quotes text from a document for a message: bounded, and with nothing in it that could hide or reorder words. */
export function quote(text: string): string {
  // A code point has at most two code units, so this holds one more than is shown.
  const points = Array.from(text.slice(0, 2 * (MAX_SHOWN + 1)));
  const shown = points.slice(0, MAX_SHOWN).map(escaped).join("");
  return points.length > MAX_SHOWN ? `"${shown}…"` : `"${shown}"`;
}

function escaped(point: string): string {
  if (point === '"' || point === "\\") return `\\${point}`;
  if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(point)) return point;
  const hex = (point.codePointAt(0) as number).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
