import type { Json } from "@assay/contract";

const maxWidth = 100;

/**
 * Writes a document as a person would: indented by two spaces, with each value on one line if it fits.
 *
 * @example
 * const text = writeJson(candidate);
 */
export function writeJson(value: Json): string {
  // The root is written on several lines, however short it is.
  return `${writeValue(value, "", maxWidth)}\n`;
}

/** Writes a value. `usedColumns` counts the columns of the name before the value and of the comma after it. */
function writeValue(value: Json, indentation: string, usedColumns: number): string {
  const flat = writeFlat(value);
  const isFilled = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isFilled || indentation.length + usedColumns + flat.length <= maxWidth) return flat;
  const inner = `${indentation}  `;
  // The extra column is for a comma.
  const parts = Array.isArray(value)
    ? value.map((item) => writeValue(item, inner, 1))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${writeValue(member, inner, key.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indentation}${close}`;
}

function writeFlat(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeFlat(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
