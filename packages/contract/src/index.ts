export { type DiagnosticEntry, diagnosticCatalogue } from "./catalogues/diagnostic-catalogue.ts";
export {
  type DiagnosticCode,
  type DiagnosticMessages,
  diagnosticMessages,
  type MessageName,
  messageClauses,
  type Needs,
  needsMeanings,
  type Severity,
} from "./catalogues/diagnostic-messages.ts";
export { type ProblemCode, type ProblemEntry, problemCatalogue } from "./catalogues/problem-catalogue.ts";
export {
  type SpecProblem,
  type SpecProblemCode,
  type SpecProblemEntry,
  specProblemCatalogue,
} from "./catalogues/spec-problem-catalogue.ts";
export { describeForAgent } from "./describe-for-agent.ts";
export { type ClosedList, closedLists } from "./documents/closed-lists.ts";
export { codesAboutNames, combineFixes, suggestPatch } from "./documents/combine-fixes.ts";
export type { Diagnostic, PatchOperation } from "./documents/diagnostic.ts";
export { type Domain, type DomainList, domainListSchema } from "./documents/domain-list.ts";
export { type Envelope, envelopeSchema } from "./documents/envelope.ts";
export { firstSpecPackage } from "./documents/first-spec-package.ts";
export { isLowerVersion } from "./documents/is-lower-version.ts";
export { type DomainName, type ProblemDocument, problemSchema } from "./documents/problem.ts";
export { isProposalPackage, type ProposalPackage, proposalPackageSchema } from "./documents/proposal-package.ts";
export {
  type Registry,
  type RegistryState,
  registrySchema,
} from "./documents/registry.ts";
export { type ResolvedTest, resolveTest, resolveTests } from "./documents/resolve-tests.ts";
export {
  type BuildResult,
  buildResultSchema,
  type ResultMembers,
  type Submission,
  type ValidationResult,
  validationResultSchema,
} from "./documents/results.ts";
export { optionalRuleMembers, type Rule, ruleMembersByCheck } from "./documents/rules.ts";
export { formats, schemaProfile, unsupportedKeywords } from "./documents/schema-profile.ts";
export type {
  FieldType,
  Normalization,
  NormalizationOp,
  PatchedTest,
  SpecPackage,
  SpecTest,
  WrittenTest,
} from "./documents/spec-package.ts";
export { specPackageSchema } from "./documents/spec-package-schema.ts";
export {
  type IdStatus,
  type InvalidVerdict,
  type Upcoming,
  type ValidVerdict,
  type Verdict,
  type VerdictMembers,
  verdictSchema,
} from "./documents/verdict.ts";
export { type Verification, verificationSchema } from "./documents/verification.ts";
export { escapeCharacter, hiddenCharacters, showHidden } from "./hidden-characters.ts";
export { inlineReferences } from "./json/inline-references.ts";
export { isJsonObject, type Json, type JsonObject, type JsonSchema } from "./json/json.ts";
export {
  escapeToken,
  formatPointer,
  isIndex,
  parsePointer,
  parseReference,
  valueAt,
} from "./json/json-pointer.ts";
export { type PatchedJson, type PatchJsonOptions, patchJson, unpatchableNames } from "./json/patch-json.ts";
export { limits, requestLimits } from "./limits.ts";
export { createMcpTools, type McpTool, maxOutlineBytes, mcpTools } from "./mcp-tools.ts";
export { createOpenapi } from "./openapi/openapi.ts";
export { createExamples } from "./openapi/openapi-examples.ts";
export { type OperationId, operationIds, operations } from "./operations.ts";
export { projectSchema } from "./project-schema.ts";
export { rateLimitInWords } from "./rate-limit-text.ts";
