import type { JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { findSchemas } from "./find-schemas.ts";

/** Whether a name in the object at a path is a map key, which the author chose. */
export type IsMapKey = (parentPath: readonly string[], name: string) => boolean;

const stepsPerSchema = 12;

/** Creates a function that recognizes map keys. It looks up the schemas for each path only once. */
export function createIsMapKey(root: JsonSchema, meter: Meter): IsMapKey {
  const tests = new Map<string, (name: string) => boolean>();
  return (parentPath, name) => {
    const key = toPathKey(parentPath);
    const isKey = tests.get(key) ?? createKeyTest(root, parentPath, meter);
    tests.set(key, isKey);
    return isKey(name);
  };
}

function createKeyTest(root: JsonSchema, parentPath: readonly string[], meter: Meter): (name: string) => boolean {
  const schemas = findSchemas(root, parentPath, (count) => spend(meter, count * stepsPerSchema)).flatMap(
    ({ schema }) => (isObject(schema) ? [schema] : []),
  );
  const declared = schemas.map((schema) => readMember(schema, "properties")).filter(isObject);
  const isMap = schemas.some(
    (schema) => Object.hasOwn(schema, "patternProperties") || isObject(readMember(schema, "additionalProperties")),
  );
  return (name) => isMap && !declared.some((properties) => Object.hasOwn(properties, name));
}
