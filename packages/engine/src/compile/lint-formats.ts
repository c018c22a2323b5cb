import type { JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { idnFormats } from "../schema/formats.ts";
import { walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** Formats that an engine without `idn` cannot check. */
export function lintFormats(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    const format = isObject(schema) ? member(schema, "format") : undefined;
    if (typeof format !== "string" || !idnFormats.has(format)) return [];
    return [
      specProblem(
        "spec.idn-unavailable",
        [...schemaPath, ...path, "format"],
        `The format ${quoted(format)} needs IDN support, and this engine was created without it.`,
        "Create the engine with IDN support, or use a pattern instead of the format.",
      ),
    ];
  });
}
