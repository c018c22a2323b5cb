import type { SpecPackage } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { comparisonKey, isGeneratorId, lookalikeKey } from "../registry/comparison-key.ts";
import { findIn, type RegistryView } from "../registry/registry-view.ts";
import { losslessSlug } from "../registry/slug.ts";
import type { CheckContext } from "./check.ts";

const path = ["generatorId"];

const stepsPerSlug = 64;

/**
 * Checks that the generator id has the form of one and is free in the registry. Always runs. `reported` is what is already
 * known to be wrong with the id; it is returned if it leaves nothing to compare.
 */
export function checkGeneratorId(
  spec: SpecPackage,
  registry: RegistryView,
  context: CheckContext,
  reported: AnyFinding | undefined,
): AnyFinding | undefined {
  const id = valueAt(context.candidate, path);
  const { why } = spec.generatorId;
  const rule: RuleOrigin = { id: "generator-id", at: "/generatorId", ...(why === undefined ? {} : { why }) };
  if (typeof id === "string" && isGeneratorId(id)) {
    compare(id, registry, rule, context);
    return undefined;
  }
  const params = { actual: typeof id === "string" ? id : null };
  if (!reported) {
    context.report({ code: "field.pattern", message: "idAlphabet", severity: "error", path, params, rule });
  }
  spend(context.meter, stepsPerSlug);
  const slug = (typeof id === "string" && losslessSlug(id)) || "";
  const answer = isGeneratorId(slug) ? findIn(registry, comparisonKey(slug)) : undefined;
  if (answer?.kind !== "taken") return reported;
  const taken = { ...params, registered: answer.id, state: answer.state };
  context.report({ code: "registry.id-taken", message: "asId", severity: "error", path, params: taken, rule });
  return undefined;
}

function compare(id: string, registry: RegistryView, rule: RuleOrigin, { report }: CheckContext): void {
  const common = { path, rule } as const;
  const params = { actual: id };
  const answer = findIn(registry, comparisonKey(id));
  if (answer.kind === "taken") {
    const taken = { ...params, registered: answer.id, state: answer.state };
    const message = answer.id === id ? "default" : "spelling";
    report({ code: "registry.id-taken", message, severity: "error", params: taken, ...common });
    return;
  }
  if (answer.kind === "unknown") {
    report({ code: "check.failed", message: "registry", severity: "error", params, ...common });
    return;
  }
  if (answer.kind === "pending") {
    report({ code: "registry.id-in-ballot", message: "default", severity: "warning", params, ...common });
  }
  const similar = registry.similar?.(lookalikeKey(id));
  if (similar !== undefined) {
    const alike = { ...params, similar };
    report({ code: "registry.id-similar", message: "default", severity: "warning", params: alike, ...common });
  }
}
