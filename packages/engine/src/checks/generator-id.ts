import type { IdStatus } from "@assay/contract";
import type { AnyFinding, RuleOrigin } from "../findings/finding.ts";
import { isObject, readMember } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
import { followRef, type Part } from "../schema/place.ts";
import type { SharedContext } from "./check.ts";

const path = ["generatorId"];

/** Checks that the generator id is well-formed and not taken, and returns its status in the registry. */
export function checkGeneratorId(root: Part, rule: RuleOrigin, context: SharedContext): IdStatus {
  const id = valueAt(context.candidate, path);
  const noun = readNoun(root) ?? "generator id";
  const params = { actual: typeof id === "string" ? id : null, noun };
  const report = (finding: Pick<AnyFinding, "code" | "message" | "params" | "severity">) =>
    context.report({ ...finding, path, rule } as AnyFinding);
  if (typeof id !== "string" || !isGeneratorId(id)) {
    if (!context.hasError(path)) report({ code: "field.pattern", message: "idAlphabet", severity: "error", params });
    return "not-looked-up";
  }
  const entry = context.lookUp(id);
  if (entry.kind === "taken") {
    const message = entry.id === id ? "default" : "spelling";
    const takenParams = { ...params, registered: entry.id, state: entry.state };
    report({ code: "registry.id-taken", message, severity: "error", params: takenParams });
  }
  if (entry.kind === "pending")
    report({ code: "registry.id-in-ballot", message: "default", severity: "warning", params });
  return entry.kind;
}

// A title of a few words, such as "Chart id".
const shortTitle = /^[\p{L}\d][\p{L}\d' -]{1,39}$/u;

/** Reads the title of the id from the schema, for use inside a sentence. */
function readNoun(root: Part): string | undefined {
  const { schema = true } = followRef(root).members.get("generatorId") ?? {};
  const title = isObject(schema) ? readMember(schema, "title") : undefined;
  if (typeof title !== "string" || !shortTitle.test(title)) return undefined;
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
