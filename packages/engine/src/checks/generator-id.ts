import type { SpecPackage } from "@assay/contract";
import type { RuleOrigin } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import { comparisonKey, isGeneratorId, lookalikeKey } from "../registry/comparison-key.ts";
import { findIn, type RegistryView } from "../registry/registry-view.ts";
import type { CheckContext } from "./check.ts";

const path = ["generatorId"];

/** Checks that the generator id has the form of one and is free in the registry. Always runs. */
export function checkGeneratorId(spec: SpecPackage, registry: RegistryView, context: CheckContext): void {
  const id = valueAt(context.candidate, path);
  const { why } = spec.generatorId;
  const rule: RuleOrigin = { id: "generator-id", at: "/generatorId", ...(why === undefined ? {} : { why }) };
  const common = { path, rule } as const;
  const params = { actual: typeof id === "string" ? id : null };
  if (typeof id !== "string" || !isGeneratorId(id)) {
    context.report({ code: "field.pattern", message: "idAlphabet", severity: "error", params, ...common });
    return;
  }
  const answer = findIn(registry, comparisonKey(id));
  if (answer.kind === "taken") {
    const taken = { ...params, state: answer.state };
    context.report({ code: "registry.id-taken", message: "default", severity: "error", params: taken, ...common });
    return;
  }
  if (answer.kind === "unknown") {
    context.report({ code: "check.failed", message: "registry", severity: "error", params, ...common });
    return;
  }
  if (answer.kind === "pending") {
    context.report({ code: "registry.id-in-ballot", message: "default", severity: "warning", params, ...common });
  }
  const similar = registry.similar?.(lookalikeKey(id));
  if (similar !== undefined) {
    const alike = { ...params, similar };
    context.report({ code: "registry.id-similar", message: "default", severity: "warning", params: alike, ...common });
  }
}
