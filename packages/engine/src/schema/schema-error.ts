import type { Json } from "@assay/contract";

/** One violated keyword, as the evaluator reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** A JSON Pointer to the value. */
  readonly instancePath: string;
  /** The path of the keyword in the whole schema, as a URI fragment. */
  readonly schemaPath: string;
  /** What the keyword requires, and what was found instead. */
  readonly params: { readonly [name: string]: Json | undefined };
  /** Present if the name of this property, in the object at `instancePath`, is invalid. */
  readonly propertyName?: string;
}

/** Evaluation stops when there are more errors than this. */
export const maxErrors = 2_000;
