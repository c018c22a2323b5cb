import type { Json, SpecPackage } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
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
  const { compare: how, why } = spec.generatorId;
  const noun = nounOf(spec);
  const rule: RuleOrigin = {
    ...{ id: "generator-id", at: "/generatorId" },
    ...(why === undefined ? {} : { why }),
    ...(noun === undefined ? {} : { noun }),
  };
  if (typeof id === "string" && isGeneratorId(id)) {
    compare(id, { spec, registry, rule }, context);
    return undefined;
  }
  const params = { actual: typeof id === "string" ? id : null };
  if (!reported) {
    context.report({ code: "field.pattern", message: "idAlphabet", severity: "error", path, params, rule });
  }
  spend(context.meter, stepsPerSlug);
  const slug = (typeof id === "string" && losslessSlug(id)) || "";
  const answer = isGeneratorId(slug) ? findIn(registry, slug, how) : undefined;
  if (answer?.kind !== "taken") return reported;
  reportTaken("asId", { ...params, registered: answer.id, state: answer.state }, rule, context);
  return undefined;
}

// A few words, such as "Chart id"; inside a sentence they begin in lower case.
const words = /^[\p{L}\d][\p{L}\d' -]{1,39}$/u;

/** The title of the id in the schema, as messages write it. */
function nounOf({ candidateSchema }: SpecPackage): string | undefined {
  const title = valueAt(candidateSchema as Json, ["properties", "generatorId", "title"]);
  if (typeof title !== "string" || !words.test(title)) return undefined;
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

interface Compared {
  readonly spec: SpecPackage;
  readonly registry: RegistryView;
  readonly rule: RuleOrigin;
}

function compare(id: string, { spec, registry, rule }: Compared, context: CheckContext): void {
  const { report } = context;
  const params = { actual: id };
  const answer = findIn(registry, id, spec.generatorId.compare);
  if (answer.kind === "taken") {
    const message = answer.id === id ? "default" : "spelling";
    reportTaken(message, { ...params, registered: answer.id, state: answer.state }, rule, context);
  } else if (answer.kind === "pending") {
    report({ code: "registry.id-in-ballot", message: "default", severity: "warning", params, path, rule });
  }
}

function reportTaken(
  message: "default" | "spelling" | "asId",
  params: AnyFinding["params"],
  rule: RuleOrigin,
  { report }: CheckContext,
): void {
  report({ code: "registry.id-taken", severity: "error", message, params, path, rule });
}
