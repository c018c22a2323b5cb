import type { JsonObject } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { findUnconditionalSchemas } from "../schema/find-schemas.ts";
import { readMembers, type Subschema, toSchema } from "../schema/subschemas.ts";
import { describeForm, findAllowedValues } from "./describe-form.ts";
import { createOrigin, type ExplainInput, lookUpSchemas, toPattern } from "./explain-input.ts";

type Missing = Finding<"field.missing">;

/** Adds the expected value to the finding on a property that the schema `requiring` requires. */
export type ExplainMissing = (finding: Missing, requiring: ObjectSchema) => Missing;

interface ObjectSchema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}

/** Creates a function that explains missing properties. It looks up each property of array items only once. */
export function createExplainMissing(input: ExplainInput): ExplainMissing {
  const explanations = new Map<string, Partial<Missing>>();
  return (finding, requiring) => {
    // If the tag of a `oneOf` is missing, its finding already lists the allowed tags. No single schema lists them.
    if (finding.params.allowed !== undefined) return finding;
    const pattern = toPattern(finding.path, input);
    const key = `${toPathKey(requiring.path)} ${toPathKey(pattern)}`;
    const explanation = explanations.get(key) ?? findExplanation(finding, requiring, pattern, input);
    explanations.set(key, explanation);
    return { ...finding, ...explanation, params: { ...finding.params, ...explanation.params } };
  };
}

function findExplanation(
  { path }: Missing,
  requiring: ObjectSchema,
  pattern: readonly string[],
  input: ExplainInput,
): Partial<Missing> {
  const { schema: root, meter, allowedAt } = input;
  // A schema such as a `then` can require a property that only another schema describes.
  const described =
    findDeclaredSchema(requiring, path.at(-1) ?? "") ??
    lookUpSchemas(pattern, input, findUnconditionalSchemas).find(({ schema }) => isObject(schema));
  if (!described) return {};
  const rule = createOrigin(described.path, isObject(described.schema) ? described.schema : undefined);
  const allowed = allowedAt(pattern) ?? findAllowedValues(root, described.schema);
  if (allowed) {
    // Only the owner can fill in `owner`, even if a single value is allowed.
    const isOnly = allowed.length === 1 && pattern[0] !== "owner";
    return isOnly ? { rule, params: { only: allowed }, needs: "edit" } : { rule, params: { allowed } };
  }
  const maxDepth = pattern[0] === "owner" ? 0 : 2;
  const form = describeForm(described.schema, { root, pattern, allowedAt, meter, maxDepth });
  return { rule, params: { form } };
}

function findDeclaredSchema({ schema, path }: ObjectSchema, name: string): Subschema | undefined {
  const declared = readMember(readMembers(schema, "properties"), name);
  // `true` only declares the property; another schema might describe it.
  if (declared === undefined || declared === true) return undefined;
  return { schema: toSchema(declared), path: [...path, "properties", name] };
}
