import { isJsonObject } from "@assay/contract";

const lineWidth = 120;

// These are escaped for reviewers to see: control and format characters, marks, and spaces other than U+0020.
const invisible = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\u{1d159}]|(?! )\p{Zs}/gu;

/** Writes JSON as the repository's formatter does: on one line if it fits, otherwise with one member per line. */
export function writeJson(value: unknown): string {
  // The top level is always spread over several lines.
  return `${writeSpread(value, 0)}\n`;
}

function write(value: unknown, depth: number, labelLength: number): string {
  const line = writeFlat(value);
  return depth * 2 + labelLength + line.length < lineWidth ? line : writeSpread(value, depth);
}

function writeSpread(value: unknown, depth: number): string {
  const [open, close, parts] = Array.isArray(value)
    ? ["[", "]", value.map((item) => write(item, depth + 1, 0))]
    : isJsonObject(value)
      ? ["{", "}", Object.entries(value).map(([name, item]) => writeMember(name, item, depth + 1))]
      : [];
  if (parts === undefined || parts.length === 0) return writeFlat(value);
  const indent = " ".repeat(depth * 2);
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`;
}

function writeMember(name: string, value: unknown, depth: number): string {
  const label = `${writeFlat(name)}: `;
  return label + write(value, depth, label.length);
}

function writeFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(", ")}]`;
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  if (!isJsonObject(value)) return JSON.stringify(value).replace(invisible, escapeCharacter);
  const members = Object.entries(value).map(([name, item]) => `${writeFlat(name)}: ${writeFlat(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
