import type { Diagnostic } from "@assay/contract";
import type { CheckedText, RegistryState } from "../session/state.ts";

/** Summarizes a check in one line. A candidate whose id was not looked up is valid only if that id is free. */
export function formatTitle({ text, result }: CheckedText): string {
  if (result.kind === "verdict") {
    const { valid, diagnostics, omitted } = result.built.verdict;
    if (valid) return result.revision === undefined ? "Valid, if the id is free" : "Valid";
    const errors = formatCount(diagnostics.filter(({ severity }) => severity === "error").length, "error");
    return `Invalid: ${omitted === undefined ? "" : "over "}${errors}`;
  }
  if (text.trim() === "") return "Nothing to check yet";
  return result.problem.code === "malformed-json" ? "Not JSON yet" : "Not readable yet";
}

/** Lists what a verdict does not cover: the id, and omitted rules and diagnostics. */
export function listNotes({ built, revision }: CheckedVerdict, registry: RegistryState, hasKey: boolean) {
  const { skippedRules = [], omitted } = built.verdict;
  const others = skippedRules.filter((rule) => hasKey || rule !== ownerIsCaller);
  const cause = revision === undefined ? "the draft is corrected and ids are looked up" : "the draft is corrected";
  return [
    ...(revision === undefined ? [formatLookup(registry)] : []),
    ...(others.length < skippedRules.length ? ["Whether you are the owner was not checked: that needs your key."] : []),
    ...(others.length > 0 ? [`Not evaluated until ${cause}: ${others.join(", ")}.`] : []),
    ...(omitted === undefined ? [] : [`${omitted} more are not listed. Correct these first.`]),
  ];
}

type CheckedVerdict = Extract<CheckedText["result"], { readonly kind: "verdict" }>;

/** The rule that compares the owner with the person whose key is in use. */
const ownerIsCaller = "owner-is-caller";

function formatLookup(registry: RegistryState): string {
  switch (registry.kind) {
    case "not-published":
      return "The id was not looked up: this domain does not publish its registry to the page. The service looks it up.";
    case "failed":
      return `The id was not looked up: ${registry.reason} Everything else was checked.`;
    case "loading":
      return "The id was not looked up yet: the registry is being loaded.";
    case "ready":
      return "The id was not looked up: the registry could not be read. The service looks it up.";
  }
}

/** Counts diagnostics by severity. */
export function formatCounts(diagnostics: readonly Diagnostic[]): string {
  return Object.entries({ error: "error", warning: "warning", info: "note" })
    .flatMap(([severity, noun]) => {
      const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
      return count > 0 ? [formatCount(count, noun)] : [];
    })
    .join(", ");
}

/** Formats a number with its noun. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
