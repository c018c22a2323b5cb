import type { Json, SpecPackage } from "@assay/contract";
import type { FieldTypes, RunCheck } from "../checks/check.ts";
import type { RuleOrigin } from "../findings/finding.ts";
import type { Meter } from "../meter.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import type { Gated } from "../schema/size-gate.ts";
import type { Normalizer } from "./normalizer.ts";

/** A spec package, ready to validate candidates. */
export interface CompiledSpec {
  readonly document: SpecPackage;
  /** Of the RFC 8785 form without `next`. */
  readonly digest: string;
  readonly normalizer: Normalizer;
  readonly sizeGate: (candidate: Json, meter: Meter) => Gated;
  readonly schemaErrors: (candidate: Json, meter: Meter) => readonly SchemaError[];
  readonly fieldTypes: FieldTypes;
  readonly rules: readonly CompiledRule[];
}

/** A rule, ready to run. */
export interface CompiledRule {
  readonly origin: RuleOrigin;
  /** The paths, up to the first `*`, whose own errors keep it from running. */
  readonly reads: readonly (readonly string[])[];
  readonly run: RunCheck;
}
