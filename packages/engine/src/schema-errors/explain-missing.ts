import type { JsonObject } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { findCertainSchemas } from "../schema/find-schemas.ts";
import { readMembers, type Subschema, toSchema } from "../schema/subschemas.ts";
import { describeForm, findSoleValues } from "./describe-form.ts";
import { createOrigin, type ExplainInput, lookUpSchemas, toPattern } from "./explain-input.ts";

type Missing = Finding<"field.missing">;

/** Adds what would fit to the finding on a missing property; `requiring` is the schema that requires it. */
export type ExplainMissing = (finding: Missing, requiring: ObjectSchema) => Missing;

interface ObjectSchema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}

/** Makes the function that explains missing properties; the same one in many items of an array is looked up once. */
export function createExplainMissing(input: ExplainInput): ExplainMissing {
  const known = new Map<string, Partial<Missing>>();
  return (finding, requiring) => {
    // The tags of a `oneOf` are known already, and no single schema describes them.
    if (finding.params.allowed !== undefined) return finding;
    const pattern = toPattern(finding.path, input);
    const key = `${toPathKey(requiring.path)} ${toPathKey(pattern)}`;
    const found = known.get(key) ?? findExplanation(finding, requiring, pattern, input);
    known.set(key, found);
    return { ...finding, ...found, params: { ...finding.params, ...found.params } };
  };
}

function findExplanation(
  { path }: Missing,
  requiring: ObjectSchema,
  pattern: readonly string[],
  input: ExplainInput,
): Partial<Missing> {
  const { schema: root, meter, allowedAt } = input;
  // The property may be described beside the schema that requires it, such as outside a `then`.
  const own =
    findOwnSchema(requiring, path.at(-1) ?? "") ??
    lookUpSchemas(pattern, input, findCertainSchemas).find(({ schema }) => isObject(schema));
  if (!own) return {};
  const rule = createOrigin(own.path, isObject(own.schema) ? own.schema : undefined);
  const allowed = allowedAt(pattern) ?? findSoleValues(root, own.schema);
  if (allowed) {
    // Even a single kind of owner is not for others to fill in.
    const isOnly = allowed.length === 1 && pattern[0] !== "owner";
    return isOnly ? { rule, params: { only: allowed }, needs: "edit" } : { rule, params: { allowed } };
  }
  const form = describeForm(own.schema, { root, pattern, allowedAt, meter, maxDepth: pattern[0] === "owner" ? 0 : 2 });
  return { rule, params: { form } };
}

function findOwnSchema({ schema, path }: ObjectSchema, name: string): Subschema | undefined {
  const own = readMember(readMembers(schema, "properties"), name);
  // A property that is only named here may be described beside it.
  return own === undefined || own === true ? undefined : { schema: toSchema(own), path: [...path, "properties", name] };
}
