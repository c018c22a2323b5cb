import type { Json, JsonObject, LinkedDiagnostic, PatchOperation, ProposalPackage } from "@assay/contract";
import { applyFix } from "@assay/engine";
import type { Connected } from "./clients.ts";

/** How a draft went: to a package, to a person who has to decide, or nowhere. */
export type Outcome =
  | { readonly kind: "built"; readonly proposalPackage: ProposalPackage; readonly repairs: number }
  | { readonly kind: "asks"; readonly about: readonly LinkedDiagnostic[]; readonly repairs: number }
  | { readonly kind: "stuck"; readonly left: readonly LinkedDiagnostic[]; readonly repairs: number };

interface Verdict {
  readonly valid: boolean;
  readonly diagnostics: readonly LinkedDiagnostic[];
  readonly repair?: { readonly patch: readonly PatchOperation[] };
}

const mostRepairs = 6;

/**
 * Takes a draft as far as it can with what the tools and their answers say: it applies `repair`, edits what is left by
 * code and params, and asks wherever `needs` says that a person decides.
 */
export async function work(client: Connected, draft: Json): Promise<Outcome> {
  const [domain] = (await client.call("listDomains", {})).structuredContent.domains;
  const { targetProduct, domainId } = domain;
  let candidate = draft;
  for (let repairs = 0; ; repairs += 1) {
    const args = { targetProduct, domainId, candidate } as JsonObject;
    const verdict: Verdict = (await client.call("validateProposal", args)).structuredContent;
    if (verdict.valid) {
      const { proposalPackage } = (await client.call("buildProposal", args)).structuredContent;
      return { kind: "built", proposalPackage, repairs };
    }
    const errors = verdict.diagnostics.filter(({ severity }) => severity === "error");
    const forAPerson = errors.filter(({ needs }) => needs !== "edit");
    if (forAPerson.length > 0) return { kind: "asks", about: forAPerson, repairs };
    const edited = edit(candidate, errors, verdict.repair?.patch ?? []);
    if (edited === undefined || repairs === mostRepairs) return { kind: "stuck", left: errors, repairs };
    candidate = edited;
  }
}

function edit(
  candidate: Json,
  errors: readonly LinkedDiagnostic[],
  patch: readonly PatchOperation[],
): Json | undefined {
  const repaired = applyFix(candidate, patch);
  if (repaired.kind !== "ok") return undefined;
  const taken = errors.find(({ code }) => code === "registry.id-taken");
  const renamed = taken ? rename(repaired.candidate, taken) : repaired.candidate;
  // Paths speak of what was sent: the rest is edited once an answer speaks of what it is by then.
  if (taken || patch.length > 0) return renamed;
  for (const diagnostic of errors) {
    const edited = remedies[diagnostic.code]?.(candidate, diagnostic);
    if (edited !== undefined) return edited;
  }
  return undefined;
}

// The first that applies is made, the others wait for the next answer.
const remedies: { readonly [code: string]: (candidate: Json, diagnostic: LinkedDiagnostic) => Json | undefined } = {
  "output-field.duplicate": (candidate, { path }) => withoutItem(candidate, path),
  "field.pattern": (candidate, { path, params }) => {
    const text = String(params?.actual).trim();
    const others = JSON.stringify(valueAt(candidate, path.split("/").slice(0, 2).join("/")));
    return others.includes(JSON.stringify(text)) ? withoutItem(candidate, path) : replaced(candidate, path, text);
  },
  "sample.field-missing": (candidate, { path, params }) => {
    const name = String(params?.name);
    const records = valueAt(candidate, "/sampleRecords") as readonly JsonObject[];
    const example = records.find((record) => Object.hasOwn(record, name))?.[name];
    return example === undefined ? undefined : added(candidate, path, example);
  },
};

function rename(candidate: Json, { params }: LinkedDiagnostic): Json {
  const base = String(params?.actual)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return { ...(candidate as JsonObject), generatorId: `${base}-by-another-name` };
}

function withoutItem(candidate: Json, path: string): Json | undefined {
  const [, item] = /^(\/outputFields\/\d+)\//.exec(path) ?? [];
  return item === undefined ? undefined : patched(candidate, [{ op: "remove", path: item }]);
}

function replaced(candidate: Json, path: string, value: Json): Json | undefined {
  return patched(candidate, [{ op: "replace", path, value }]);
}

function added(candidate: Json, path: string, value: Json): Json | undefined {
  return patched(candidate, [{ op: "add", path, value }]);
}

function patched(candidate: Json, patch: readonly PatchOperation[]): Json | undefined {
  const applied = applyFix(candidate, patch);
  return applied.kind === "ok" ? applied.candidate : undefined;
}

function valueAt(candidate: Json, path: string): Json | undefined {
  const tokens = path.split("/").slice(1);
  return tokens.reduce<Json | undefined>((value, token) => (value as JsonObject | undefined)?.[token], candidate);
}
