import type { JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { appliedTogether } from "../schema/schemas-at.ts";
import { membersOf } from "../schema/subschemas.ts";
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
    if (Object.hasOwn(schema, "patternProperties")) {
      const maximum = Object.hasOwn(schema, "maxProperties") ? "" : ' and "maxProperties"';
      return [message, `Add "additionalProperties": false${maximum}.`];
    }
    const parts = appliedTogether(root, { schema, path: [] }).filter((part) => part.schema !== schema);
    const names = new Set(parts.flatMap((part) => Object.keys(membersOf(part.schema, "properties"))));
    // `additionalProperties` knows only the properties that are listed beside it.
    if (names.size > 0) {
      const unlisted = [...names.difference(new Set(Object.keys(membersOf(schema, "properties"))))];
      return [
        message,
        `Beside the parts that describe its properties, add ${listing(unlisted)}"additionalProperties": false.`,
      ];
    }
    if (Object.hasOwn(schema, "maxProperties")) {
      return ["This object allows properties of any type.", 'Add "additionalProperties": false, or give it a schema.'];
    }
    return [message, 'Add "additionalProperties": false, or give it a schema and add "maxProperties".'];
  },
};

// Half of a list would refuse the other half.
const maxListed = 24;

function listing(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > maxListed) return '"properties" with the name of each, as true, and ';
  return `"properties": {${names.map((name) => `${shown(name)}: true`).join(", ")}} and `;
}
