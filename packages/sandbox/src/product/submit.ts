import { isJsonObject, type Json, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { quote, readJson, registryFromSnapshot, reviewProposal } from "@assay/engine";
import { engine } from "../engine.ts";
import type { Caller } from "../identify.ts";
import { Problem } from "../problem.ts";
import type { Proposal, Proposals } from "./proposals.ts";
import type { IdRegistry } from "./registry.ts";
import type { Rules } from "./rules.ts";

/**
 * The maximum size of a submission: the largest candidate that Assay accepts, and the package around it. Normalizing
 * can make a candidate longer; for example, it writes 1e15 with all sixteen digits.
 */
export const maxSubmissionBytes = 196_608;

/** The state of the product that a submission reads and changes. */
interface SubmitDeps {
  readonly rules: Rules;
  readonly registry: IdRegistry;
  readonly proposals: Proposals;
}

/** A request to submit a package. */
interface Submission extends Pick<Proposal, "idempotencyKey"> {
  readonly caller: Caller;
  readonly body: Uint8Array;
}

/** The result of a submission. Any other outcome is thrown as a problem. */
type SubmitOutcome =
  | { readonly kind: "created" | "repeated"; readonly proposal: Proposal }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

/**
 * Checks an untrusted package again, and records it with an open ballot. A submission is a repetition if its
 * Idempotency-Key was used before, or if the caller has an open proposal with the same package.
 */
export function submit({ rules, registry, proposals }: SubmitDeps, submission: Submission): SubmitOutcome {
  const { caller, idempotencyKey, body } = submission;
  const submitted = readSubmission(body);
  const repeated = proposals.findRepeated(caller.id, idempotencyKey, submitted);
  if (repeated === "conflict") {
    const detail = "This Idempotency-Key was used with a different package.";
    throw new Problem("idempotency-conflict", `${detail} Send that package again, or use the key of this one.`);
  }
  if (repeated) return { kind: "repeated", proposal: repeated };

  const registryView = registryFromSnapshot(registry.toSnapshot(listOpenIds(proposals)));
  const spec = rules.findCurrent();
  const verified = engine.verifyPackage(submitted, spec, registryView);
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
  const accepted = { callerId: caller.id, idempotencyKey, proposalPackage: submitted, review, submittedAt };
  registry.bumpRevision();
  return { kind: "created", proposal: proposals.record(accepted) };
}

/** Lists the ids of open proposals. */
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
  // `verifyPackage` checks its content.
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
 * Refuses a submission by anyone but the owner, because the ballot is in the owner's name. This is a decision of the
 * product. Without an identity service, the owner is not checked.
 */
function checkOwner({ candidate }: ProposalPackage, { subject }: Caller): void {
  // A valid candidate has an owner with an id.
  const { id } = candidate.owner as { readonly id: string };
  if (subject === undefined || id === subject) return;
  const detail = `The proposal is in the name of ${quote(id)} (owner.id), but this key belongs to ${quote(subject)}.`;
  throw new Problem("not-the-owner", `${detail} Only the owner can submit it, with their own key.`);
}
