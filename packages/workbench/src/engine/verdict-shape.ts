// The members of a verdict that the page reads, whether the worker or the service sends it.
import { isProposalPackage } from "@assay/contract";
import { anything, array, boolean, either, number, object, oneOf, string } from "./shape.ts";

const operation = either(
  object({ op: oneOf("replace"), path: string, value: anything }),
  object({ op: oneOf("remove"), path: string }),
  object({ op: oneOf("move"), from: string, path: string }),
);
const diagnostics = array(
  object(
    {
      severity: oneOf("error", "warning", "info"),
      code: string,
      path: string,
      message: string,
      needs: oneOf("edit", "ask", "owner-decision", "product-team"),
    },
    { paths: array(string), why: string, rule: string, didYouMean: string, fix: array(operation) },
  ),
);
const upcoming = object({ version: string, diagnostics }, { effectiveFrom: string });
const verdict = (valid: boolean) =>
  object(
    {
      valid: oneOf(valid),
      summary: string,
      diagnostics,
      registry: object({ idStatus: oneOf("free", "taken", "pending", "not-looked-up") }),
    },
    { skippedRules: array(string), omitted: number, upcoming },
  );
const jsonError = {
  code: string,
  message: string,
  at: object({ line: number, column: number, path: string }),
};

/** The shape of the result for a draft that is not JSON, with the places of its errors. */
export const unreadable = object({
  kind: oneOf("unreadable"),
  problem: object({ kind: oneOf("unreadable"), ...jsonError }, { others: array(object(jsonError)) }),
});

/** The shape of the engine's `BuildOutcome`. */
export const buildOutcome = either(
  object({ valid: oneOf(true), verdict: verdict(true), proposalPackage: isProposalPackage, idempotencyKey: string }),
  object({ valid: oneOf(false), verdict: verdict(false) }),
);

/** The shape of the service's `BuildResult`, limited to what the page shows. Other members are only compared. */
export const buildResult = object(
  {
    valid: boolean,
    summary: string,
    diagnostics,
    specPackage: object({ digest: string }),
    registry: object({ revision: string, idStatus: string }),
  },
  { proposalPackage: isProposalPackage },
);
