import type { Json } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { readJson } from "../json/read-json.ts";

/** Values of another type that a value was probably intended as, the likeliest first. */
export function conversions(value: Json): readonly Json[] {
  if (typeof value === "string") {
    const text = value.trim();
    const read = readText(text);
    const folded = text.toLowerCase();
    return [
      ...(text === value ? [] : [text]),
      ...(folded === "true" || folded === "false" ? [folded === "true"] : []),
      ...(read === undefined ? [] : [read]),
      [value],
    ];
  }
  if (typeof value === "number" || typeof value === "boolean") return [String(value), [value]];
  return isObject(value) ? [[value]] : [];
}

// A number, array or object written as a string; read strictly, so that nothing is guessed.
function readText(text: string): Json | undefined {
  if (!/^[-0-9[{]/.test(text)) return undefined;
  const read = readJson(encode(text));
  return read.kind === "ok" ? read.value : undefined;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
