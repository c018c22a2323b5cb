import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isArray, isObject, member } from "../json/json.ts";
import { pathKey, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { schemasAlwaysAt } from "../schema/schemas-at.ts";
import { asSchema, type Subschema } from "../schema/subschemas.ts";
import { originOf } from "./origin-of.ts";
import { outlineSchema, soleValues } from "./outline-schema.ts";

type Missing = Finding<"field.missing">;

/** Adds what would fit to the finding on a missing property; `requiring` is the schema that requires it. */
export type ExplainMissing = (finding: Missing, requiring: ObjectSchema) => Missing;

interface ObjectSchema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}

interface ExplainMissingInput {
  readonly candidate: Json;
  readonly schema: JsonSchema;
  readonly meter: Meter;
  allowedAt(pattern: readonly string[]): readonly Json[] | undefined;
}

const stepsPerSchema = 12;

/** Makes the function that explains missing properties; the same one in many items of an array is looked up once. */
export function createExplainMissing(input: ExplainMissingInput): ExplainMissing {
  const known = new Map<string, Partial<Missing>>();
  return (finding, requiring) => {
    // The tags of a `oneOf` are known already, and no single schema describes them.
    if (finding.params.allowed !== undefined) return finding;
    const pattern = patternOf(finding.path, input.candidate);
    const key = `${finding.message} ${pathKey(requiring.path)} ${pathKey(pattern)}`;
    const found = known.get(key) ?? explained(finding, requiring, pattern, input);
    known.set(key, found);
    return { ...finding, ...found, params: { ...finding.params, ...found.params } };
  };
}

function explained(
  { path, message }: Missing,
  requiring: ObjectSchema,
  pattern: readonly string[],
  { schema: root, meter, allowedAt }: ExplainMissingInput,
): Partial<Missing> {
  const own = ownSchema(requiring, path.at(-1) ?? "") ?? elsewhere(root, pattern, meter);
  if (!own) return {};
  const rule = originOf(own.path, isObject(own.schema) ? own.schema : undefined);
  const isBecause = message === "because";
  const allowed = allowedAt(pattern) ?? soleValues(root, own.schema);
  if (allowed) {
    // Even a single kind of owner is not for others to fill in.
    const isOnly = allowed.length === 1 && pattern[0] !== "owner";
    const values = isBecause ? "becauseValues" : "values";
    return { rule, params: { allowed }, message: isOnly ? (isBecause ? "becauseOnly" : "only") : values };
  }
  const form = outlineSchema(own.schema, { root, pattern, allowedAt, meter, maxDepth: pattern[0] === "owner" ? 0 : 2 });
  return form === undefined ? { rule } : { rule, params: { form }, message: isBecause ? "becauseForm" : "form" };
}

function ownSchema({ schema, path }: ObjectSchema, name: string): Subschema | undefined {
  const properties = member(schema, "properties");
  const own = isObject(properties) ? member(properties, name) : undefined;
  // A property that is only named here may be described beside it.
  return own === undefined || own === true ? undefined : { schema: asSchema(own), path: [...path, "properties", name] };
}

// The property may be described beside the schema that requires it, such as outside a `then`.
function elsewhere(root: JsonSchema, pattern: readonly string[], meter: Meter): Subschema | undefined {
  return schemasAlwaysAt(root, pattern, (schemas) => spend(meter, schemas * stepsPerSchema)).find(({ schema }) =>
    isObject(schema),
  );
}

function patternOf(path: readonly string[], candidate: Json): readonly string[] {
  return path.map((token, index) => (isArray(valueAt(candidate, path.slice(0, index)) ?? null) ? "*" : token));
}
