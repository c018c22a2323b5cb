import type { Json, JsonSchema } from "@assay/contract";
import { formatPointer } from "../json/pointer.ts";
import { createMeter, overBudget, runWithinBudget } from "../meter.ts";
import type { Details } from "./keywords.ts";
import { findPlace } from "./place.ts";
import { readSchema } from "./read-schema.ts";
import { type VisitedValue, visit } from "./visit.ts";

/** A keyword of a schema that a value violates. */
export interface SchemaError extends Details {
  readonly keyword: string;
  /** The value of the keyword. */
  readonly bound: Json;
  /** The schema that contains the keyword. */
  readonly schema: JsonSchema;
  /** The path of that schema in the whole schema. */
  readonly at: readonly string[];
  /** A JSON Pointer to the value. */
  readonly pointer: string;
}

/** Visiting stops when there are more violations than this. */
export const maxViolations = 2_000;

/**
 * Creates a function that checks documents against a schema that ships with Assay, such as the closed schema of spec
 * packages. It limits neither the steps nor the length of strings. The schema may use only keywords of the profile.
 *
 * @example
 * const findErrors = createSchemaChecker({ type: "object", required: ["domains"] });
 * for (const { pointer, keyword } of findErrors(document)) console.error(pointer, keyword);
 */
export function createSchemaChecker(schema: JsonSchema): (document: Json) => readonly SchemaError[] {
  const { root } = readSchema(schema, Number.POSITIVE_INFINITY);
  return (document) => {
    const meter = createMeter(Number.POSITIVE_INFINITY);
    const errors: SchemaError[] = [];
    const report = ({ path, violations }: VisitedValue) => {
      const pointer = formatPointer(path);
      for (const { requirement, details } of violations) {
        const { keyword, bound, part } = requirement;
        errors.push({ ...details, keyword, bound, schema: part.schema, at: part.path, pointer });
      }
      if (errors.length > maxViolations) throw overBudget;
    };
    runWithinBudget<unknown>(
      () => visit(findPlace(root), document, { meter, report }),
      () => undefined,
    );
    return errors;
  };
}
