import type { Json } from "@assay/contract";
import type { RuleOrigin } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";

/** The keyword, or the schema, at a path of the candidate schema, as an answer names it. */
export function originOf(schemaPath: readonly string[], schema: Json | undefined): RuleOrigin {
  const why = isObject(schema) ? member(schema, "description") : undefined;
  const at = pointerOf(["candidateSchema", ...schemaPath]);
  return typeof why === "string" ? { id: "candidate-schema", at, why } : { id: "candidate-schema", at };
}
