// What to compare in a submission, in which order, and what to answer: docs/guides/accept-submissions.md.
import { isJsonObject, type Json, type ProposalPackage } from "@assay/contract";
import { describeProposal, type Engine, quoted, readJson, registryFromSnapshot } from "@assay/engine";
import type { Rules } from "./rules.ts";
import type { Proposal, Store } from "./store.ts";

/** What a request is answered with. A body with a `code` is a problem (RFC 9457). */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A problem, with what its reader can do about it. */
export function problem(status: number, code: string, detail: string): Answer {
  return { status, body: { status, code, detail } };
}

/** A proposal as clients read it. */
export function shown(proposal: Proposal, origin: string): object {
  const { id, state, reason, generatorId, name, digest } = proposal;
  const ballot = { url: `${origin}/ballots/${id}` };
  return { id, state, generatorId, generatorName: name, digest, ballot, ...(reason !== null && { reason }) };
}

/** A submission: whose key it has, the `Idempotency-Key` if there is one, and the bytes of the body. */
export interface Submission {
  readonly caller: string;
  readonly key: string | undefined;
  readonly body: Uint8Array;
}

/** Answers POST /api/proposals. */
export function acceptSubmission(
  { caller, key, body }: Submission,
  { engine, rules, store, origin }: { engine: Engine; rules: () => Rules; store: Store; origin: string },
): Answer {
  // JSON with exactly one meaning, as Assay reads it.
  const read = readJson(body, { maxDepth: 33 });
  if (read.kind === "unreadable") return problem(400, read.code, read.message);
  const isAlone = isJsonObject(read.value) && Object.keys(read.value).length === 1;
  const submitted: Json | undefined = isAlone ? read.value.proposalPackage : undefined;
  if (!isJsonObject(submitted))
    return problem(400, "no-package", 'Send { "proposalPackage": ... } exactly as it was built.');
  const { spec } = rules();
  return store.transaction(() => {
    const known = store.findKnown(caller, key, submitted);
    if (known === "conflict")
      return problem(409, "idempotency-conflict", "This Idempotency-Key was used with a different package.");
    if (known) return { status: 200, body: { proposal: shown(known, origin) } };
    const registry = registryFromSnapshot(store.registry(spec.document.targetProduct));
    const verified = engine.verifyPackage(submitted, spec, registry);
    switch (verified.kind) {
      case "ok":
        break;
      case "invalid":
        return { status: 422, body: verified.verdict };
      case "other-spec-package":
        return problem(
          422,
          "spec-package-changed",
          "Validate and build the candidate again, then submit the new package.",
        );
      default: // "not-a-package", "not-normalized", "digest-differs"
        return problem(422, "changed-after-build", "Submit { proposalPackage } exactly as it was built.");
    }
    const proposalPackage = submitted as unknown as ProposalPackage;
    const { owner } = proposalPackage.candidate as { readonly owner: { readonly id: string } };
    if (!maySubmit(caller, owner)) {
      const detail = `The proposal is in the name of ${quoted(owner.id)} (owner.id), but this key belongs to ${quoted(caller)}.`;
      return problem(403, "not-the-owner", `${detail} Have the owner submit it with their own key.`);
    }
    // Voters read what the owner has read, with the warnings of now.
    const review = describeProposal(proposalPackage, { spec, verdict: verified.verdict });
    const recorded = store.record(caller, key, proposalPackage, review);
    return { status: 201, body: { proposal: shown(recorded, origin) } };
  });
}

/** Your decision: who may submit a proposal in the name of this owner. Here only the owner, in whose name the ballot is. */
function maySubmit(caller: string, owner: { readonly id: string }): boolean {
  return owner.id === caller;
}
