import type { IdStatus, Json, SpecPackage } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { valueAt } from "../json/pointer.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
import { findId, type RegistryView } from "../registry/registry-view.ts";
import type { SharedContext } from "./check.ts";

const path = ["generatorId"];

/** Checks that the generator id has the form of one and is free in the registry, and returns what the registry says. */
export function checkGeneratorId(
  spec: SpecPackage,
  rule: RuleOrigin,
  registry: RegistryView,
  context: SharedContext,
): IdStatus {
  const id = valueAt(context.candidate, path);
  const noun = readNoun(spec) ?? "generator id";
  const params = { actual: typeof id === "string" ? id : null, noun };
  const report = (found: Pick<AnyFinding, "code" | "message" | "params" | "severity">) =>
    context.report({ ...found, path, rule } as AnyFinding);
  if (typeof id !== "string" || !isGeneratorId(id)) {
    if (!context.isWrong(path)) report({ code: "field.pattern", message: "idAlphabet", severity: "error", params });
    return "not-looked-up";
  }
  const answer = findId(registry, id, spec.generatorId.compare);
  if (answer.kind === "taken") {
    const message = answer.id === id ? "default" : "spelling";
    const taken = { ...params, registered: answer.id, state: answer.state };
    report({ code: "registry.id-taken", message, severity: "error", params: taken });
  }
  if (answer.kind === "pending")
    report({ code: "registry.id-in-ballot", message: "default", severity: "warning", params });
  return answer.kind;
}

// A few words, such as "Chart id"; inside a sentence they begin in lower case.
const words = /^[\p{L}\d][\p{L}\d' -]{1,39}$/u;

/** The title of the id in the schema, as messages write it. */
function readNoun({ candidateSchema }: SpecPackage): string | undefined {
  const title = valueAt(candidateSchema as Json, ["properties", "generatorId", "title"]);
  if (typeof title !== "string" || !words.test(title)) return undefined;
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
