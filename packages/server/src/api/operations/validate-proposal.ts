import type { Json, Domain as ListedDomain, ResultMembers, ValidationResult, VerdictMembers } from "@assay/contract";
import type { CompiledSpec, Engine, RegistryView, ValidateInput } from "@assay/engine";
import type { CurrentDocument } from "../../documents/document-source.ts";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { findDomain, readEnvelope } from "./read-envelope.ts";
import { refuseUnavailable } from "./refuse-unavailable.ts";

/** The dependencies of the operations. */
export interface ProposalDeps {
  readonly engine: Pick<Engine, "validate" | "build">;
  readonly engineVersion: string;
  /** The domains of the service, in the order of the configuration. */
  readonly domains: readonly Domain[];
  /** Describes the domains, or those of one product, in the same order. */
  describeDomains(targetProduct?: string): readonly ListedDomain[];
}

/** The properties of the caller and the transport that affect the answer. */
export interface CallOrigin {
  /** The person who calls, or on whose behalf an agent calls; absent if unknown. */
  readonly subject?: string | undefined;
  /** The maximum number of domains in a list; unlimited by default. */
  readonly maxDomains?: number | undefined;
}

/** Validates a candidate, and reports all its problems in one answer. */
export function validateProposal(body: Json, deps: ProposalDeps, origin: CallOrigin): ValidationResult | Problem {
  const proposal = loadInput(body, deps, origin);
  if (proposal instanceof Problem) return proposal;
  const verdict = deps.engine.validate(proposal.input);
  return { valid: verdict.valid, ...toResult(verdict, proposal) };
}

/** Everything that the verdict on a candidate depends on. */
export interface ProposalInput {
  readonly domain: Domain;
  readonly specPackage: CurrentDocument<CompiledSpec>;
  readonly registry: CurrentDocument<RegistryView>;
  readonly input: ValidateInput;
}

/** Reads the envelope, and looks up the spec package and the registry of its domain. */
export function loadInput(body: Json, { domains }: ProposalDeps, { subject }: CallOrigin): ProposalInput | Problem {
  const envelope = readEnvelope(body);
  if (envelope instanceof Problem) return envelope;
  const domain = findDomain(domains, envelope);
  if (domain instanceof Problem) return domain;
  const { specPackage, next, registry } = domain;
  if (!specPackage) return refuseUnavailable(domain, "spec-package");
  if (!registry) return refuseUnavailable(domain, "registry");
  const context = { spec: specPackage.value, next: next?.value, registry: registry.value, caller: subject };
  return { domain, specPackage, registry, input: { ...context, candidate: envelope.candidate, isJson: true } };
}

/** Adds to a verdict the versions of the rules and of the registry that it is based on. */
export function toResult(verdict: VerdictMembers, { specPackage, registry }: ProposalInput): ResultMembers {
  const { document, digest } = specPackage.value;
  const { registry: idStatus, ...members } = verdict;
  return {
    ...members,
    specPackage: { version: document.version, digest, ...toAsOf(specPackage) },
    registry: { revision: registry.value.revision, ...idStatus, ...toAsOf(registry) },
  };
}

function toAsOf({ asOf }: CurrentDocument<unknown>): { readonly asOf?: string } {
  return asOf ? { asOf: asOf.toISOString() } : {};
}
