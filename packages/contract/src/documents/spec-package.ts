import type { DiagnosticCode, Severity } from "../catalogues/diagnostic-messages.ts";
import type { Json, JsonSchema } from "../json/json.ts";
import type { PatchOperation } from "./diagnostic.ts";

/** The rules of one proposal domain, published by its target product. */
export interface SpecPackage {
  /** The JSON Schema with which editors check the document. Not part of the digest, because it changes no rule. */
  readonly $schema?: string;
  readonly format: "spec-package/v1";
  readonly targetProduct: string;
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  /** The announced next version. Not part of the digest, because it changes no rule. */
  readonly next?: { readonly version: string; readonly url: string; readonly effectiveFrom: string };
  /** Which kinds of owner a proposal may have. Always checked. */
  readonly owner: { readonly kinds: readonly string[]; readonly why?: string };
  /** How ids are compared with the registry. Always checked. */
  readonly generatorId: { readonly compare: "ascii-lower-separators" | "exact"; readonly why?: string };
  readonly candidateSchema: JsonSchema;
  /** The types that output fields can declare. */
  readonly fieldTypes?: { readonly [type: string]: FieldType };
  /** Further checks, in the order in which they run. Default: none. */
  readonly rules?: readonly Rule[];
  /** How values are normalized before they are packaged. Default: not at all. */
  readonly normalize?: readonly Normalization[];
  /** Tests of the package. It is accepted only if all of them pass. `resolvedTests` returns them with their candidates. */
  readonly tests: readonly WrittenTest[];
}

/** A type that an output field can declare. */
export interface FieldType {
  readonly schema: JsonSchema;
  /** Other names for the type. They are not accepted, but suggest this type as a fix. */
  readonly aliases?: readonly string[];
}

interface RuleBase {
  readonly id: string;
  /** A JSON Pointer into the candidate. The token `*` matches each item of an array, and each value of a map. */
  readonly at: string;
  /** Default: `error`. */
  readonly severity?: Severity;
  /** The reason for the rule. It is quoted in diagnostics. */
  readonly why?: string;
  /** Set if only the owner can decide how to meet the rule; diagnostics of the rule say so. Default: the author can. */
  readonly needs?: "owner-decision";
}

/** A check that the product team adds. The engine expands `*` in the properties `at` and `...At`. */
export type Rule =
  | (RuleBase & {
      readonly check: "allowed-values";
      readonly values: readonly Json[];
      /** Other names for listed strings. They are not accepted; a safe fix writes the listed one. Default: none. */
      readonly aliases?: { readonly [alias: string]: string };
    })
  | (RuleBase & {
      readonly check: "unique-by";
      /** One JSON Pointer, or several whose values must not all be the same. */
      readonly by: string | readonly string[];
    })
  | (RuleBase & {
      readonly check: "sum-equals";
      /** The number in each item, as a JSON Pointer that starts at the item. Default: the item itself. */
      readonly of?: string;
      readonly total: number;
    })
  | (RuleBase & {
      readonly check: "records-match-fields";
      readonly fieldsAt: string;
      readonly missing: "error" | "allow";
      /** The property of a declaration that has the name of the field. Default: `name`. */
      readonly nameProperty?: string;
      /** The property of a declaration that has the type of the field. Default: `type`. */
      readonly typeProperty?: string;
    })
  | (RuleBase & {
      readonly check: "cel";
      readonly assert: string;
      readonly message: string;
      /** Where to report, as a JSON Pointer that starts at the value at `at`. Default: that value, or what the expression reads if `at` is empty. */
      readonly reportAt?: string;
    });

/** How a value is normalized before it is packaged: `nfc`, `newlines` and `trim` for strings, `sort` for arrays of strings. */
export interface Normalization {
  readonly at: string;
  readonly ops: readonly NormalizationOp[];
}

/** One step of a normalization. */
export type NormalizationOp = "nfc" | "newlines" | "trim" | "sort";

/** A test as its author wrote it: with a candidate of its own, or as a patch of the candidate of another test. */
export type WrittenTest = SpecTest | PatchedTest;

/** A candidate and the complete set of errors expected for it. */
export interface SpecTest extends Expectations {
  /** The ids that are taken in this test. */
  readonly registry: readonly string[];
  readonly candidate: Json;
}

/** A test whose candidate is that of another test with a few changes. */
export interface PatchedTest extends Expectations {
  /** Default: those of the base. */
  readonly registry?: readonly string[];
  /** The name of a test with a candidate of its own. */
  readonly base: string;
  /** What to change in its candidate. */
  readonly patch: readonly PatchOperation[];
}

interface Expectations {
  readonly name: string;
  /** Every error of the candidate. */
  readonly expect: readonly ExpectedDiagnostic[];
  /** Every warning and information of the candidate. Default: they are not compared. */
  readonly warnings?: readonly ExpectedDiagnostic[];
}

interface ExpectedDiagnostic {
  readonly code: DiagnosticCode;
  readonly path: string;
}
