// What the page reads of a verdict, whoever sends it: the worker or the service.
import { isProposalPackage } from "@assay/contract";
import { anything, array, boolean, either, number, object, oneOf, type Shape, string } from "./shape.ts";

const counts: Shape = object({ error: number, warning: number, info: number });
const applicability = oneOf("safe", "review");
const operation = either(
  object({ op: oneOf("test", "add", "replace"), path: string, value: anything }),
  object({ op: oneOf("remove"), path: string }),
  object({ op: oneOf("move"), from: string, path: string }),
);
const patch = array(operation);
const diagnostics: Shape = array(
  object(
    {
      code: string,
      severity: oneOf("error", "warning", "info"),
      path: string,
      message: string,
      needs: oneOf("edit", "ask", "owner-decision", "product-team"),
      rule: object({ id: string, at: string }, { why: string }),
    },
    {
      params: object({}),
      related: array(object({ path: string, message: string })),
      count: number,
      paths: array(string),
      fixes: array(object({ title: string, applicability }, { patch })),
    },
  ),
);

const verdictMembers = {
  summary: string,
  counts,
  diagnostics,
  truncated: boolean,
  checks: object({
    ran: array(string),
    skipped: array(
      object(
        { check: string, because: object({ code: string, path: string }) },
        { places: object({ count: number, first: string }) },
      ),
    ),
  }),
};
const optionalMembers = {
  repair: object({ patch, applicability, remaining: counts }),
  normalizations: array(object({ path: string, ops: array(string) })),
  announced: object(
    {
      version: string,
      new: array(object({ code: string, path: string }, { message: string })),
      gone: array(object({ code: string, path: string }, { message: string })),
    },
    { effectiveFrom: string },
  ),
  upcoming: object({ version: string, valid: boolean, counts, diagnostics }, { effectiveFrom: string }),
};
const generatorId = oneOf("free", "taken", "in-ballot", "unknown", "not-checked");
const registry = object({ generatorId });

const jsonError = {
  code: string,
  message: string,
  at: object({ line: number, column: number, path: string }),
};

/** A text that is not JSON, and where. */
export const unreadable: Shape = object({
  kind: oneOf("unreadable"),
  problem: object({ kind: oneOf("unreadable"), ...jsonError }, { others: array(object(jsonError)) }),
});

/** The shape of the engine's `BuildOutcome`. */
export const buildOutcome = either(
  object({
    valid: oneOf(true),
    verdict: object({ ...verdictMembers, valid: oneOf(true), registry }, optionalMembers),
    proposalPackage: isProposalPackage,
    idempotencyKey: string,
  }),
  object({
    valid: oneOf(false),
    verdict: object({ ...verdictMembers, valid: oneOf(false), registry }, optionalMembers),
  }),
);

const resultMembers = {
  ...verdictMembers,
  evidence: object({
    specPackage: object({ version: string, digest: string }),
    registry: object({ revision: string, generatorId }),
  }),
};

/** The shape of the service's `BuildResult`, as far as the page compares it. */
export const buildResult = either(
  object(
    { ...resultMembers, valid: oneOf(true), proposalPackage: isProposalPackage, ownerReview: string },
    optionalMembers,
  ),
  object({ ...resultMembers, valid: oneOf(false) }, optionalMembers),
);
