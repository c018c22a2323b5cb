import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { membersOf, walkSubschemas } from "./subschemas.ts";

/** Every pattern of a schema, in `pattern` or as a name in `patternProperties`. */
export function patternsOf(root: JsonSchema): readonly { source: string; path: readonly string[] }[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const pattern = member(schema, "pattern");
    return [
      ...(typeof pattern === "string" ? [{ source: pattern, path: [...path, "pattern"] }] : []),
      ...Object.keys(membersOf(schema, "patternProperties")).map((source) => ({
        source,
        path: [...path, "patternProperties", source],
      })),
    ];
  });
}
