import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { walkSubschemas } from "./subschemas.ts";

/** Every pattern of a schema, in `pattern` or as a name in `patternProperties`. */
export function patternsOf(root: JsonSchema): readonly { source: string; path: readonly string[] }[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const pattern = member(schema, "pattern");
    const named = member(schema, "patternProperties");
    return [
      ...(typeof pattern === "string" ? [{ source: pattern, path: [...path, "pattern"] }] : []),
      ...(isObject(named) ? Object.keys(named) : []).map((source) => ({
        source,
        path: [...path, "patternProperties", source],
      })),
    ];
  });
}
