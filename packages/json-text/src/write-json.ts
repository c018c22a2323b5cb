import type { Json } from "@assay/contract";
import { type JsonLayout, writeValue } from "./json-layout.ts";

const layout: JsonLayout = { newline: "\n", indent: "  ", colon: ": ", comma: ", ", padding: " " };

/**
 * Writes a document as a person would: two spaces, and whatever fits on a line stays on it.
 *
 * @example
 * const text = writeJson(candidate);
 */
export function writeJson(value: Json): string {
  // A document is spread out however short it is.
  return `${writeValue(value, layout, "", Number.POSITIVE_INFINITY)}\n`;
}
