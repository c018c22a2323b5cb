import type { Json, ResultMembers, ValidationResult, VerdictMembers } from "@assay/contract";
import type { CompiledSpec, Engine, RegistryView, ValidateInput } from "@assay/engine";
import type { Current } from "../../documents/document-source.ts";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { findDomain, readEnvelope } from "./read-envelope.ts";
import { refuseUnavailable } from "./refuse-unavailable.ts";

/** What the operations on proposals need; `app.ts` provides it. */
export interface ProposalDeps {
  readonly engine: Pick<Engine, "validate" | "build">;
  readonly engineVersion: string;
  readonly publicUrl: string;
  /** Those that are served, in the order of the configuration. */
  readonly domains: readonly Domain[];
}

/** Where a call comes from, as far as its answer depends on it. */
export interface CallOrigin {
  /** The person who calls, or for whom an agent calls; absent if nobody is known. */
  readonly subject?: string | undefined;
  /** The most domains that a list may have; any number unless given. */
  readonly maxDomains?: number | undefined;
}

/** Validates a candidate: everything that is wrong with it, in one answer. */
export function validateProposal(body: Json, deps: ProposalDeps, origin: CallOrigin): ValidationResult | Problem {
  const proposal = loadInput(body, deps, origin);
  if (proposal instanceof Problem) return proposal;
  const verdict = deps.engine.validate(proposal.input);
  return { valid: verdict.valid, ...toResult(verdict, proposal) };
}

/** A request with everything that its verdict depends on. */
export interface ProposalInput {
  readonly domain: Domain;
  readonly specPackage: Current<CompiledSpec>;
  readonly registry: Current<RegistryView>;
  readonly input: ValidateInput;
}

/** Reads the envelope and gets the spec package and the registry. */
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

/** Adds to the engine's verdict which rules and which registry it is based on. */
export function toResult(verdict: VerdictMembers, { specPackage, registry }: ProposalInput): ResultMembers {
  const { document, digest } = specPackage.value;
  const { registry: known, ...found } = verdict;
  return {
    ...found,
    specPackage: { version: document.version, digest, ...toAsOf(specPackage) },
    registry: { revision: registry.value.revision, ...known, ...toAsOf(registry) },
  };
}

function toAsOf({ asOf }: Current<unknown>): { readonly asOf?: string } {
  return asOf ? { asOf: asOf.toISOString() } : {};
}
