import type { Json } from "@assay/contract";

/**
 * Writes a value as JSON that can be copied: characters that a reader cannot see, or that a terminal acts on, are escapes.
 */
export function printableJson(value: Json, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unseen, escaped);
}

// Line breaks come from the indentation; inside strings they are escapes already.
const unseen = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?! )\p{Zs}/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
