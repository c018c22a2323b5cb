import type { SpecPackage } from "@assay/contract";
import { valueAt } from "../json/pointer.ts";
import type { CheckContext } from "./check.ts";

const path = ["owner", "id"];

/** Checks that a proposal is made in the name of whoever calls. Tells whether anybody is known to call. */
export function checkOwnerIsCaller(
  { owner: { why } }: SpecPackage,
  caller: string | undefined,
  { candidate, report }: CheckContext,
): boolean {
  const id = valueAt(candidate, path);
  if (caller === undefined) return false;
  if (id === caller) return true;
  report({
    code: "owner.not-caller",
    message: "default",
    severity: "error",
    path,
    params: { actual: typeof id === "string" ? id : null, caller },
    rule: { id: "owner-is-caller", at: "/owner/mustBeCaller", ...(why === undefined ? {} : { why }) },
  });
  return true;
}
