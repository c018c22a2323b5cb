import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { appliedSchemas, appliedTogether } from "../schema/schemas-at.ts";
import { membersOf, type Subschema } from "../schema/subschemas.ts";
import { joinList } from "../text/phrases.ts";
import { shown } from "../text/render-message.ts";

/** The types whose values can be of any size. */
export type Growing = "string" | "array" | "object";

/** Which bound a schema lacks, and what to add. */
export type MissingBound = readonly [message: string, advice: string];

/** A schema that says nothing about its values. */
export const acceptsAnything: MissingBound = [
  "This schema accepts anything.",
  'Add a "type" with its limits, an "enum" or a "const".',
];

/** Says which bound for values of a type a schema lacks. */
export function missingBound(root: JsonSchema, schema: JsonSchema, type: Growing): MissingBound {
  return texts[type](isObject(schema) ? schema : {}, root);
}

const texts: { readonly [type in Growing]: (schema: JsonObject, root: JsonSchema) => MissingBound } = {
  string: () => ["This string has no maximum length.", 'Add "maxLength".'],
  array(schema) {
    if (Object.hasOwn(schema, "items")) return ["This array has no maximum length.", 'Add "maxItems".'];
    if (Object.hasOwn(schema, "maxItems")) return ["This array allows items of any type.", 'Add "items".'];
    return ["This array has no maximum length and allows items of any type.", 'Add "maxItems" and "items".'];
  },
  object(schema, root) {
    if (Object.hasOwn(schema, "additionalProperties")) {
      return ["This object allows any number of properties.", 'Add "maxProperties".'];
    }
    const message = "This object allows any number of properties, of any type.";
    const itself = { schema, path: [] };
    const always = appliedTogether(root, itself);
    const parts = appliedSchemas(root, itself).flatMap((part) => [
      part,
      ...Object.values(membersOf(part.schema, "dependentSchemas")).map((inner) => ({ schema: inner as JsonSchema })),
    ]);
    // `additionalProperties` knows only the properties that are listed beside it.
    const unlisted = ["properties", "patternProperties"].map((keyword) => {
      const names = namesIn(parts, keyword).difference(namesIn([itself], keyword));
      return listing(keyword, [...names], names.difference(namesIn(always, keyword)));
    });
    const hasMaximum = Object.hasOwn(schema, "maxProperties");
    const isOpen = namesIn(parts, "patternProperties").size > 0 && !hasMaximum;
    const closed = ['"additionalProperties": false', ...(isOpen ? ['"maxProperties"'] : [])];
    const listed = unlisted.filter((text) => text !== "");
    if (listed.length > 0) {
      const more = listed.some((text) => text.includes(": {...}")) ? " Replace {...} with a schema." : "";
      return [
        message,
        `Beside the parts that describe its properties, add ${joinList([...listed, ...closed], "and")}.${more}`,
      ];
    }
    if (Object.hasOwn(schema, "patternProperties")) return [message, `Add ${joinList(closed, "and")}.`];
    if (hasMaximum) {
      return ["This object allows properties of any type.", 'Add "additionalProperties": false, or give it a schema.'];
    }
    return [message, 'Add "additionalProperties": false, or give it a schema and add "maxProperties".'];
  },
};

function namesIn(parts: readonly Pick<Subschema, "schema">[], keyword: string): ReadonlySet<string> {
  return new Set(parts.flatMap(({ schema }) => Object.keys(membersOf(schema, keyword))));
}

// Half of a list would refuse the other half.
const maxListed = 24;

// What only a part under a condition describes may be anything elsewhere, so it needs a schema here.
function listing(keyword: string, names: readonly string[], open: ReadonlySet<string>): string {
  if (names.length === 0) return "";
  if (names.length > maxListed)
    return `"${keyword}" (the name of each, ${open.size > 0 ? "with a schema" : "as true"})`;
  return `"${keyword}": {${names.map((name) => `${shown(name)}: ${open.has(name) ? "{...}" : "true"}`).join(", ")}}`;
}
