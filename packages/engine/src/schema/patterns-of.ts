import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { walk } from "./subschemas.ts";

/** Every pattern of a schema, as keyword or as member of `patternProperties`. */
export function patternsOf(root: JsonSchema): readonly { source: string; tokens: readonly string[] }[] {
  return [...walk(root)].flatMap(({ schema, tokens }) => {
    if (!isObject(schema)) return [];
    const pattern = member(schema, "pattern");
    const named = member(schema, "patternProperties");
    return [
      ...(typeof pattern === "string" ? [{ source: pattern, tokens: [...tokens, "pattern"] }] : []),
      ...(isObject(named) ? Object.keys(named) : []).map((source) => ({
        source,
        tokens: [...tokens, "patternProperties", source],
      })),
    ];
  });
}
