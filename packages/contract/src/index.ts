export { rateLimitInWords, whatIsCounted } from "./counting.ts";
export {
  type Applicability,
  type Diagnostic,
  diagnosticSchema,
  type Fix,
  type FixInRepair,
  type PatchOperation,
  type RuleReference,
} from "./diagnostic.ts";
export { type DiagnosticEntry, diagnosticCatalogue } from "./diagnostic-catalogue.ts";
export {
  askFor,
  type DiagnosticCode,
  type DiagnosticMessages,
  diagnosticMessages,
  type MessageOf,
  type Needs,
  type Severity,
} from "./diagnostic-messages.ts";
export { diagnosticParams } from "./diagnostic-params.ts";
export { type Domain, type DomainList, domainListSchema } from "./domain.ts";
export { advertisedEnvelopeSchema, type Envelope, envelopeSchema } from "./envelope.ts";
export { type ExamplePart, type ExampleParts, exampleParts } from "./example-parts.ts";
export { firstSpecPackage } from "./first-spec-package.ts";
export { inlineReferences } from "./inline-references.ts";
export { isJsonObject, type Json, type JsonObject, type JsonSchema } from "./json.ts";
export { escapeToken, unescapeToken } from "./json-pointer.ts";
export { limits, requestLimits } from "./limits.ts";
export { type McpTool, mcpDefaults, mcpTools } from "./mcp-tools.ts";
export { createOpenapi } from "./openapi.ts";
export { createResultExamples, requestExamples } from "./openapi-examples.ts";
export { type OperationId, operationIds, operations } from "./operations.ts";
export { type DomainName, type ProblemDocument, problemSchema } from "./problem.ts";
export { type ProblemCode, type ProblemEntry, problemCatalogue } from "./problem-catalogue.ts";
export { type ProposalPackage, proposalPackageSchema } from "./proposal-package.ts";
export {
  type Registry,
  type RegistryRange,
  type RegistryState,
  registryRangeSchema,
  registrySchema,
} from "./registry.ts";
export {
  type BuildResult,
  buildResultSchema,
  type Evidence,
  type LinkedDiagnostic,
  type ResultMembers,
  type Submission,
  type ValidationResult,
  validationResultSchema,
} from "./results.ts";
export { formatDescriptions, formats, schemaProfile, unsupportedKeywords } from "./schema-profile.ts";
export type {
  FieldType,
  Normalization,
  NormalizationOp,
  Rule,
  SpecPackage,
  SpecTest,
} from "./spec-package.ts";
export {
  normalizationDescriptions,
  optionalRuleMembers,
  ruleMembersByCheck,
  specPackageSchema,
} from "./spec-package-schema.ts";
export {
  type SpecProblem,
  type SpecProblemCode,
  type SpecProblemEntry,
  specProblemCatalogue,
} from "./spec-problem-catalogue.ts";
export {
  type AnnouncedError,
  type Counts,
  type GeneratorIdState,
  type InvalidVerdict,
  type SkippedCheck,
  type ValidVerdict,
  type Verdict,
  type VerdictMembers,
  verdictSchema,
} from "./verdict.ts";
