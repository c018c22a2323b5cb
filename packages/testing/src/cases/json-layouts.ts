import type { Json } from "@assay/contract";

/** Writers for the JSON layouts that people and programs use. */
export const jsonLayouts: readonly { readonly name: string; readonly write: (value: Json) => string }[] = [
  { name: "two spaces", write: (value) => `${JSON.stringify(value, null, 2)}\n` },
  { name: "tabs and CRLF", write: (value) => `${JSON.stringify(value, null, "\t").replaceAll("\n", "\r\n")}\r\n` },
  { name: "one line", write: (value) => JSON.stringify(value) },
  { name: "ragged", write: (value) => writeRagged(value, 0) },
];

// Varies the style from one array or object to the next: packed, on one line with spaces, or with uneven indentation.
function writeRagged(value: Json, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((item) => writeRagged(item, depth + 1))
    : Object.entries(value).map(([name, inner], index) => {
        const colon = [": ", ":", " : ", ":  "][index % 4];
        return `${JSON.stringify(name)}${colon}${writeRagged(inner, depth + 1)}`;
      });
  if (parts.length === 0) return depth % 2 === 0 ? `${open}${close}` : `${open} ${close}`;
  const separators = [",\n   ", ", ", ",\n\n", " ,\n\t", ","];
  const joined = parts.reduce((text, part, index) => `${text}${separators[(index + depth) % 5]}${part}`);
  const [start, end] = [
    ["\n ", "\n"],
    ["", ""],
    [" ", "  "],
  ][(depth + parts.length) % 3] as [string, string];
  return `${open}${start}${joined}${end}${close}`;
}
