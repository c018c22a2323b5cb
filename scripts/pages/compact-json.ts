import type { Json } from "@assay/contract";

const width = 96;

/** Formats JSON for readers: an array or object stays on one line if it fits. */
export function compactJson(value: Json, indent = "", keyLength = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = writeOnOneLine(value);
  if (indent.length + keyLength + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => compactJson(item, inner))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${compactJson(member, inner, key.length)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.map((line) => `${inner}${line}`).join(",\n")}\n${indent}${close}`;
}

function writeOnOneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeOnOneLine).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeOnOneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
