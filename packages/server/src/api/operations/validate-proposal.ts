import type {
  Diagnostic,
  Envelope,
  Evidence,
  Json,
  LinkedDiagnostic,
  ResultMembers,
  ValidationResult,
  VerdictMembers,
} from "@assay/contract";
import type { CompiledSpec, Engine, RegistryView, ValidateInput } from "@assay/engine";
import type { Current } from "../../documents/document-source.ts";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { findDomain, readEnvelope } from "./read-envelope.ts";
import { unavailable } from "./unavailable.ts";

/** What the operations on proposals need; `app.ts` provides it. */
export interface ProposalDeps {
  readonly engine: Pick<Engine, "validate" | "build">;
  readonly engineVersion: string;
  readonly publicUrl: string;
  /** Those that are served, in the order of the configuration. */
  readonly domains: readonly Domain[];
  now(): Date;
}

/** Validates a candidate: everything that is wrong with it, in one answer. */
export function validateProposal(body: Json, deps: ProposalDeps): ValidationResult | Problem {
  const proposal = loadInput(body, deps);
  if (proposal instanceof Problem) return proposal;
  const verdict = deps.engine.validate(proposal.input);
  return { valid: verdict.valid, ...toResult(verdict, proposal, deps) };
}

/** A request with everything that its verdict depends on. */
export interface ProposalInput {
  readonly domain: Domain;
  readonly specPackage: Current<CompiledSpec>;
  readonly registry: Current<RegistryView>;
  readonly input: ValidateInput;
}

/** Reads the envelope and gets the spec package and the registry. */
export function loadInput(body: Json, deps: ProposalDeps): ProposalInput | Problem {
  const envelope = readEnvelope(body);
  if (envelope instanceof Problem) return envelope;
  const domain = findDomain(deps.domains, envelope);
  if (domain instanceof Problem) return domain;
  const { specPackage, next, registry } = domain;
  if (!specPackage) return unavailable(domain, "spec-package");
  const { fixes = true, upcoming = false } = optionsOf(envelope);
  const { candidate } = envelope;
  const specs = { spec: specPackage.value, ...(next ? { next: next.value } : {}) };
  if (!registry) return unavailable(domain, "registry");
  const input = { ...specs, registry: registry.value, candidate, isJson: true, fixes, upcoming };
  return { domain, specPackage, registry, input };
}

/** Adds links and evidence to the engine's verdict. */
export function toResult(verdict: VerdictMembers, proposal: ProposalInput, deps: ProposalDeps): ResultMembers {
  const linked = (list: readonly Diagnostic[]): readonly LinkedDiagnostic[] =>
    list.map((diagnostic) => ({ ...diagnostic, docs: `${deps.publicUrl}/diagnostics/${diagnostic.code}` }));
  const { upcoming, registry, ...current } = verdict;
  return {
    ...current,
    diagnostics: linked(verdict.diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: linked(upcoming.diagnostics) } }),
    evidence: evidenceOf(proposal, registry, deps),
  };
}

function evidenceOf(
  { domain, specPackage, registry }: ProposalInput,
  { generatorId }: VerdictMembers["registry"],
  { engineVersion, now }: ProposalDeps,
): Evidence {
  return {
    engine: { name: "assay", version: engineVersion },
    specPackage: {
      version: specPackage.value.document.version,
      digest: specPackage.value.digest,
      url: domain.specPackageUrl,
      checkedAt: textOf(specPackage.checkedAt),
    },
    registry: { revision: registry.value.revision, generatorId, checkedAt: textOf(registry.checkedAt) },
    evaluatedAt: now().toISOString(),
  };
}

// Documents are confirmed every few seconds, and named in every answer.
const texts = new WeakMap<Date, string>();

function textOf(date: Date): string {
  const text = texts.get(date) ?? date.toISOString();
  texts.set(date, text);
  return text;
}

function optionsOf({ options = {} }: Envelope): NonNullable<Envelope["options"]> {
  return options;
}
