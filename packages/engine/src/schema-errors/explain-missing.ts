import type { JsonObject } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { pathKey } from "../json/pointer.ts";
import { schemasAlwaysAt } from "../schema/schemas-at.ts";
import { asSchema, membersOf, type Subschema } from "../schema/subschemas.ts";
import { describeForm, soleValues } from "./describe-form.ts";
import { type ExplainInput, originOf, patternOf, schemasFor } from "./explain-input.ts";

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
    const pattern = patternOf(finding.path, input);
    const key = `${pathKey(requiring.path)} ${pathKey(pattern)}`;
    const found = known.get(key) ?? explained(finding, requiring, pattern, input);
    known.set(key, found);
    return { ...finding, ...found, params: { ...finding.params, ...found.params } };
  };
}

function explained(
  { path }: Missing,
  requiring: ObjectSchema,
  pattern: readonly string[],
  input: ExplainInput,
): Partial<Missing> {
  const { schema: root, meter, allowedAt } = input;
  // The property may be described beside the schema that requires it, such as outside a `then`.
  const own =
    ownSchema(requiring, path.at(-1) ?? "") ??
    schemasFor(pattern, input, schemasAlwaysAt).find(({ schema }) => isObject(schema));
  if (!own) return {};
  const rule = originOf(own.path, isObject(own.schema) ? own.schema : undefined);
  const allowed = allowedAt(pattern) ?? soleValues(root, own.schema);
  if (allowed) {
    // Even a single kind of owner is not for others to fill in.
    const isOnly = allowed.length === 1 && pattern[0] !== "owner";
    return isOnly ? { rule, params: { only: allowed }, needs: "edit" } : { rule, params: { allowed } };
  }
  const form = describeForm(own.schema, { root, pattern, allowedAt, meter, maxDepth: pattern[0] === "owner" ? 0 : 2 });
  return { rule, params: { form } };
}

function ownSchema({ schema, path }: ObjectSchema, name: string): Subschema | undefined {
  const own = member(membersOf(schema, "properties"), name);
  // A property that is only named here may be described beside it.
  return own === undefined || own === true ? undefined : { schema: asSchema(own), path: [...path, "properties", name] };
}
