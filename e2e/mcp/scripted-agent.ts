import type { Domain, Json, JsonObject, LinkedDiagnostic, PatchOperation, ProposalPackage } from "@assay/contract";
import { applyFix } from "@assay/engine";
import type { Connected } from "./clients.ts";
import { correct } from "./correct.ts";

/** How a draft went: to a package, to a person who has to decide, or nowhere. */
export type Outcome = { readonly corrections: number } & (
  | { readonly kind: "built"; readonly proposalPackage: ProposalPackage }
  | { readonly kind: "asks"; readonly about: readonly LinkedDiagnostic[] }
  | { readonly kind: "stuck"; readonly left: readonly LinkedDiagnostic[] }
);

/** What the agent was asked to propose: for which product, what it wrote, and what it knows that it should say. */
export interface Task {
  readonly targetProduct: string;
  readonly draft: Json;
  readonly meant: JsonObject;
}

interface Verdict {
  readonly valid: boolean;
  readonly diagnostics: readonly LinkedDiagnostic[];
  readonly repair?: { readonly patch: readonly PatchOperation[] };
}

const maxCorrections = 6;

/**
 * Takes a draft as far as it can with what the tools and their answers say: it applies `repair` as it is, corrects what is
 * left at the places that are named with what it was told, and asks wherever `needs` says that a person decides.
 */
export async function work(client: Connected, { targetProduct, draft, meant }: Task): Promise<Outcome> {
  const { domains } = (await client.call("listDomains", {})).structuredContent;
  const { domainId } = domains.find((domain: Domain) => domain.targetProduct === targetProduct);
  let candidate = draft;
  for (let corrections = 0; ; corrections += 1) {
    const args = { targetProduct, domainId, candidate } as JsonObject;
    const verdict: Verdict = (await client.call("validateProposal", args)).structuredContent;
    if (verdict.valid) {
      const { proposalPackage } = (await client.call("buildProposal", args)).structuredContent;
      return { kind: "built", proposalPackage, corrections };
    }
    const errors = verdict.diagnostics.filter(({ severity }) => severity === "error");
    const forAPerson = errors.filter(({ needs }) => needs !== "edit" && needs !== "ask");
    if (forAPerson.length > 0) return { kind: "asks", about: forAPerson, corrections };
    const repaired = applyFix(candidate, verdict.repair?.patch ?? []);
    if (repaired.kind !== "ok" || corrections === maxCorrections) return { kind: "stuck", left: errors, corrections };
    // Paths speak of what was sent: after a repair, the rest is corrected once an answer speaks of what it is by then.
    candidate = verdict.repair ? repaired.candidate : correct(candidate, errors, withFreeId(meant, errors));
  }
}

function withFreeId(meant: JsonObject, errors: readonly LinkedDiagnostic[]): JsonObject {
  const isTaken = errors.some(({ code }) => code === "registry.id-taken");
  return isTaken ? { ...meant, generatorId: `${meant.generatorId}-by-another-name` } : meant;
}
