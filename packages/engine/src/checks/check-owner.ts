import type { RuleOrigin } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import type { SharedContext } from "./check.ts";

/** Checks that the spec package allows the owner's kind. */
export function checkOwnerKind(kinds: readonly string[], rule: RuleOrigin, { candidate, report }: SharedContext): void {
  const path = ["owner", "kind"];
  const kind = valueAt(candidate, path);
  if (typeof kind === "string" && kinds.includes(kind)) return;
  const params = { actual: typeof kind === "string" ? kind : null, kinds };
  report({ code: "owner.kind-not-allowed", message: "default", severity: "error", path, params, rule });
}

/** Checks that the owner is the caller. */
export function checkOwnerIsCaller(caller: string, rule: RuleOrigin, { candidate, report }: SharedContext): void {
  const path = ["owner", "id"];
  const id = valueAt(candidate, path);
  if (id === caller) return;
  const params = { actual: typeof id === "string" ? id : null };
  report({ code: "owner.not-caller", message: "default", severity: "error", path, params, rule });
}
