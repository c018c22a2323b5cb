import { test } from "node:test";
import type { XStatic } from "typebox/schema";
import type { DomainList, domainListSchema } from "./documents/domain-list.ts";
import type { Envelope, envelopeSchema } from "./documents/envelope.ts";
import type { ProblemDocument, problemSchema } from "./documents/problem.ts";
import type { ProposalPackage, proposalPackageSchema } from "./documents/proposal-package.ts";
import type { Registry, registrySchema } from "./documents/registry.ts";
import type {
  BuildResult,
  builtResultSchema,
  refusedResultSchema,
  ValidationResult,
  validationResultSchema,
} from "./documents/results.ts";
import type { Verdict, verdictSchema } from "./documents/verdict.ts";
import type { acceptedSchema, invalidSchema, notBuiltSchema, Verification } from "./documents/verification.ts";

// Ignores `readonly`, and compares string unions as strings. Patches are compared as objects: only the type is a union.
type Loose<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? Loose<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Name extends "patch" | "candidate" | "params" ? object : Loose<T[Name]> }
      : T;

type Same<A, B> = [Loose<A>, Loose<B>] extends [Loose<B>, Loose<A>] ? true : false;

// The result for an invalid candidate has none of these: the type forbids them, and the schema does not list them.
type ValidOnly = "proposalPackage" | "ownerReview" | "submission";

const agreements: {
  verdict: Same<Verdict, XStatic<typeof verdictSchema>>;
  proposalPackage: Same<ProposalPackage, XStatic<typeof proposalPackageSchema>>;
  domains: Same<DomainList, XStatic<typeof domainListSchema>>;
  envelope: Same<Envelope, XStatic<typeof envelopeSchema>>;
  problem: Same<ProblemDocument, XStatic<typeof problemSchema>>;
  validationResult: Same<ValidationResult, XStatic<typeof validationResultSchema>>;
  builtResult: Same<Extract<BuildResult, { valid: true }>, XStatic<typeof builtResultSchema>>;
  refusedResult: Same<Omit<Extract<BuildResult, { valid: false }>, ValidOnly>, XStatic<typeof refusedResultSchema>>;
  registry: Same<Registry, XStatic<typeof registrySchema>>;
  accepted: Same<Extract<Verification, { kind: "ok" }>, XStatic<typeof acceptedSchema>>;
  invalid: Same<Extract<Verification, { kind: "invalid" }>, XStatic<typeof invalidSchema>>;
  notBuilt: Same<Exclude<Verification, { kind: "ok" | "invalid" }>, XStatic<typeof notBuiltSchema>>;
  // Proves that the comparison detects a member that only one side has.
  control: Same<Verdict, Omit<XStatic<typeof verdictSchema>, "summary">>;
} = {
  verdict: true,
  proposalPackage: true,
  domains: true,
  envelope: true,
  problem: true,
  validationResult: true,
  builtResult: true,
  refusedResult: true,
  registry: true,
  accepted: true,
  invalid: true,
  notBuilt: true,
  control: false,
};

test("the published types and schemas have the same members, according to the compiler", (t) => {
  t.assert.deepEqual(Object.keys(agreements).length, 13);
});
