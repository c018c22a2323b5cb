import type { JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { findSchemas } from "./find-schemas.ts";

/** Whether a name is a key that the author chose, in the object that a pointer pattern leads to. */
export type IsMapKey = (around: readonly string[], name: string) => boolean;

const stepsPerSchema = 12;

/** Creates the test for keys of maps; the schemas of each place are looked up once. */
export function createIsMapKey(root: JsonSchema, meter: Meter): IsMapKey {
  const known = new Map<string, (name: string) => boolean>();
  return (around, name) => {
    const key = toPathKey(around);
    const isKey = known.get(key) ?? createKeyTest(root, around, meter);
    known.set(key, isKey);
    return isKey(name);
  };
}

function createKeyTest(root: JsonSchema, around: readonly string[], meter: Meter): (name: string) => boolean {
  const schemas = findSchemas(root, around, (count) => spend(meter, count * stepsPerSchema)).flatMap(({ schema }) =>
    isObject(schema) ? [schema] : [],
  );
  const declared = schemas.map((schema) => readMember(schema, "properties")).filter(isObject);
  const isMap = schemas.some(
    (schema) => Object.hasOwn(schema, "patternProperties") || isObject(readMember(schema, "additionalProperties")),
  );
  return (name) => isMap && !declared.some((properties) => Object.hasOwn(properties, name));
}
