import type { SpecPackage } from "@assay/contract";
import { valueAt } from "../json/pointer.ts";
import type { CheckContext } from "./check.ts";

const path = ["owner", "kind"];

/** Checks that the spec package allows the owner's kind. Always runs, so it is always true. */
export function checkOwnerKind(spec: SpecPackage, { candidate, report }: CheckContext): true {
  const kind = valueAt(candidate, path);
  if (typeof kind === "string" && spec.owner.kinds.includes(kind)) return true;
  report({
    code: "owner.kind-not-allowed",
    message: "default",
    severity: "error",
    path,
    params: { actual: typeof kind === "string" ? kind : null, kinds: spec.owner.kinds },
    rule: { id: "owner-kind", at: "/owner/kinds", ...(spec.owner.why === undefined ? {} : { why: spec.owner.why }) },
  });
  return true;
}
