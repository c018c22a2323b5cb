export { type BuildOutcome, packageDigest } from "./build/build.ts";
export type { PackageVerification } from "./build/verify-package.ts";
export type { EngineParts } from "./compile/assemble-spec.ts";
export type { CompileResult } from "./compile/compile-spec.ts";
export { type LargeCandidate, measureLargeCandidate } from "./compile/measure-large-candidate.ts";
export {
  type ComparedErrors,
  compareErrors,
  type ReportedTestError,
  summarizeTests,
  type TestError,
  type TestOutcome,
} from "./compile/test-outcome.ts";
export { createEngine, type Engine } from "./engine.ts";
export {
  findExtras,
  type JsonError,
  type JsonPosition,
  type ReadJsonOptions,
  type ReadJsonResult,
  readJson,
} from "./json/read-json.ts";
export { findClosest } from "./names/find-closest.ts";
export { comparisonKey } from "./registry/comparison-key.ts";
export {
  type PackedRegistry,
  packRegistry,
  type RegistryDocument,
  registryFromPacked,
  registryFromSnapshot,
} from "./registry/packed-registry.ts";
export { type ReadRegistryResult, readRegistry } from "./registry/read-registry.ts";
export { noRegistry, type RegistryAnswer, type RegistryView } from "./registry/registry-view.ts";
export { describeProposal, type ReviewSources, reviewProposal } from "./review/review-proposal.ts";
export type { ReviewLine, ReviewSection, ReviewText } from "./review/review-text.ts";
export { createSchemaChecker, type SchemaError } from "./schema/create-schema-checker.ts";
export type { Sha256 } from "./sha256.ts";
export type { CompiledSpec } from "./spec/compiled-spec.ts";
export { quote } from "./text/sanitize-text.ts";
export type { ValidateInput } from "./verdict/validate-input.ts";
