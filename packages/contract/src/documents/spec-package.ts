import type { DiagnosticCode } from "../catalogues/diagnostic-messages.ts";
import type { Json, JsonSchema } from "../json/json.ts";
import type { PatchOperation } from "./diagnostic.ts";
import type { Rule } from "./rules.ts";

/** The rules of one proposal domain, published by its target product. */
export interface SpecPackage {
  /** The JSON Schema for editors. Not part of the digest, because it does not affect the rules. */
  readonly $schema?: string;
  readonly format: "spec-package/v1";
  readonly targetProduct: string;
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  /** The announced next version. Not part of the digest, because it does not affect the rules. */
  readonly next?: { readonly version: string; readonly url: string; readonly effectiveFrom: string };
  /** The kinds of owner that a proposal can have. Always checked. */
  readonly owner: {
    readonly kinds: readonly string[];
    /** Whether `owner.id` must be the subject of the caller. Default: false. */
    readonly mustBeCaller?: boolean;
    readonly why?: string;
  };
  /** How ids are compared with the registry. Always checked. */
  readonly generatorId: { readonly compare: "ascii-lower-separators" | "exact"; readonly why?: string };
  readonly candidateSchema: JsonSchema;
  /** The types that output fields can declare. */
  readonly fieldTypes?: { readonly [type: string]: FieldType };
  /** Additional checks, in the order in which they run. Default: none. */
  readonly rules?: readonly Rule[];
  /** How values are normalized before they are checked and packaged. Default: no normalization. */
  readonly normalize?: readonly Normalization[];
  /** The tests that must all pass for the package to be accepted. `resolveTests` returns them with their candidates. */
  readonly tests: readonly WrittenTest[];
}

/** A type that an output field can declare. */
export interface FieldType {
  readonly schema: JsonSchema;
  /** Other names for the type. They are not accepted, but suggest this type as a fix. */
  readonly aliases?: readonly string[];
}

/** How a value is normalized. `nfc`, `newlines` and `trim` are for strings, `sort` is for arrays of strings. */
export interface Normalization {
  readonly at: string;
  readonly ops: readonly NormalizationOp[];
}

/** One step of a normalization. */
export type NormalizationOp = "nfc" | "newlines" | "trim" | "sort";

/** A test as written in the package: with a candidate, or with a patch for another test's candidate. */
export type WrittenTest = SpecTest | PatchedTest;

/** A candidate and the complete set of errors expected for it. */
export interface SpecTest extends Expectations {
  /** The ids that are taken in this test. */
  readonly registry: readonly string[];
  readonly candidate: Json;
}

/** A test that changes another test's candidate. */
export interface PatchedTest extends Expectations {
  /** Default: the ids that are taken in the base test. */
  readonly registry?: readonly string[];
  /** The name of the test whose candidate is patched. That test must contain its candidate itself. */
  readonly base: string;
  /** The changes to that candidate. */
  readonly patch: readonly PatchOperation[];
}

interface Expectations {
  readonly name: string;
  /** The subject of the caller. Default: the caller is unknown. */
  readonly caller?: string;
  /** Every error in the candidate. */
  readonly expect: readonly ExpectedDiagnostic[];
  /** Every diagnostic with severity `warning` or `info`. Default: they are not compared. */
  readonly warnings?: readonly ExpectedDiagnostic[];
}

interface ExpectedDiagnostic {
  readonly code: DiagnosticCode;
  readonly path: string;
}
