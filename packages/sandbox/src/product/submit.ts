import { isJsonObject, type Json, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { quote, readJson, registryFromSnapshot, reviewProposal } from "@assay/engine";
import { engine } from "../engine.ts";
import type { Caller } from "../identify.ts";
import { Problem } from "../problem.ts";
import type { Proposal, Proposals } from "./proposals.ts";
import type { IdRegistry } from "./registry.ts";
import type { Rules } from "./rules.ts";

/**
 * The largest body of a submission: a candidate as large as Assay takes it, and what is around it. Its author may have
 * written 1e15, and in a package all sixteen digits stand there.
 */
export const maxSubmissionBytes = 196_608;

/** What submitting needs. */
interface SubmitDeps {
  readonly rules: Rules;
  readonly registry: IdRegistry;
  readonly proposals: Proposals;
}

/** A request to submit. */
interface Submission extends Pick<Proposal, "idempotencyKey"> {
  readonly caller: Caller;
  readonly body: Uint8Array;
}

/** What came of it; everything else is thrown as a problem. */
type SubmitOutcome =
  | { readonly kind: "created" | "repeated"; readonly proposal: Proposal }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

/**
 * Checks a package again, trusting nothing in it, and records it with an open ballot. A submission is repeated if its key
 * was used before, or if the caller has an open proposal with the same package.
 */
export function submit({ rules, registry, proposals }: SubmitDeps, submission: Submission): SubmitOutcome {
  const { caller, idempotencyKey, body } = submission;
  const submitted = readSubmission(body);
  const known = proposals.findRepeated(caller.id, idempotencyKey, submitted);
  if (known === "conflict") {
    const detail = "This Idempotency-Key was used with a different package.";
    throw new Problem("idempotency-conflict", `${detail} Send that package again, or use the key of this one.`);
  }
  if (known) return { kind: "repeated", proposal: known };

  const view = registryFromSnapshot(registry.toSnapshot(listOpenIds(proposals)));
  const spec = rules.findCurrent();
  const verified = engine.verifyPackage(submitted, spec, view);
  switch (verified.kind) {
    case "ok":
      break;
    case "invalid":
      return { kind: "invalid", verdict: verified.verdict };
    case "not-a-package":
      throw new Problem("invalid-package", "Send the proposalPackage from the answer of /api/build, unchanged.");
    case "other-spec-package":
      throw refuseOtherRules(submitted, rules);
    case "not-normalized":
      throw new Problem("not-normalized", "Building the candidate gives other bytes. Build it again.");
    case "digest-differs":
      throw new Problem("digest-mismatch", "The package was changed after it was built. Build the candidate again.");
  }
  checkOwner(submitted, caller);
  const review = reviewProposal(submitted, { spec, verdict: verified.verdict });
  const submittedAt = new Date().toISOString();
  const recorded = { caller: caller.id, idempotencyKey, proposalPackage: submitted, review, submittedAt };
  registry.bumpRevision();
  return { kind: "created", proposal: proposals.record(recorded) };
}

/** The ids of open proposals. */
export function listOpenIds(proposals: Proposals): readonly string[] {
  return proposals
    .list()
    .filter(({ state }) => state === "in-ballot")
    .map(({ generatorId }) => generatorId);
}

function readSubmission(body: Uint8Array): ProposalPackage {
  // In a submission the candidate is nested one level deeper than in a call to Assay.
  const read = readJson(body, { maxDepth: limits.bodyDepth + 1 });
  if (read.kind === "unreadable") {
    throw new Problem(read.code, `Line ${read.at.line}, column ${read.at.column}: ${read.message}`);
  }
  const { value } = read;
  const submitted: Json | undefined =
    isJsonObject(value) && Object.keys(value).join() === "proposalPackage" ? value.proposalPackage : undefined;
  if (submitted === undefined || !isJsonObject(submitted)) {
    throw new Problem("invalid-envelope", 'Send {"proposalPackage": …} with the package exactly as it was built.');
  }
  // What is in it is checked by `verifyPackage`.
  return submitted as unknown as ProposalPackage;
}

function refuseOtherRules({ specPackage: { version, digest } }: ProposalPackage, rules: Rules): Problem {
  const { document } = rules.findCurrent();
  if (rules.wasInForce(digest)) {
    const detail = `The package was built under spec package ${quote(String(version))}, but the current version is ${document.version}.`;
    return new Problem("spec-package-changed", `${detail} Validate and build the candidate again.`);
  }
  const detail = `Spec package ${quote(String(version))} with this digest was never in force here.`;
  return new Problem("unknown-spec-package", `${detail} The current version is ${document.version}.`);
}

/**
 * The product's own decision: only the owner submits a proposal, because its ballot is in the owner's name. Without an
 * identity service everybody is taken at their word.
 */
function checkOwner({ candidate }: ProposalPackage, { subject }: Caller): void {
  // The candidate is valid, so it has an owner with an id.
  const { id } = candidate.owner as { readonly id: string };
  if (subject === undefined || id === subject) return;
  const detail = `The proposal is in the name of ${quote(id)} (owner.id), but this key belongs to ${quote(subject)}.`;
  throw new Problem("not-the-owner", `${detail} Only the owner can submit it, with their own key.`);
}
