import { hiddenCharacters } from "@assay/contract";
import { logCommand } from "./to-printable.ts";

/** Writes a value as JSON that is safe to print. */
export function toSafeJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/**
 * Makes a JSON text safe to print. Invisible characters and CI log commands become `\u` escapes, which do not change
 * what it says: they can only be in strings.
 */
export function escapeJson(text: string): string {
  return text
    .replace(hiddenCharacters, (character) => (/[\t\n\r]/.test(character) ? character : escapeCodeUnits(character)))
    .replace(logCommand, escapeCodeUnits);
}

// JSON escapes are UTF-16 code units, so a character outside the Basic Multilingual Plane takes two escapes.
function escapeCodeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
