import { hiddenCharacters } from "@assay/contract";
import { logCommand } from "./to-printable.ts";

/**
 * A value as JSON. What a reader of it cannot see, and what would be a command in a log, is written as `\u` escapes, so that the
 * text shows its content and still has the same value.
 */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replace(hiddenCharacters, (character) => (character === "\n" ? character : escapeCodeUnits(character)))
    .replace(logCommand, escapeCodeUnits);
}

// JSON escapes UTF-16: a character beyond the first plane is two of them.
function escapeCodeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
