import type { Json, PatchOperation, Verdict } from "@assay/contract";
import { type Domain, digestOf } from "../../candidates/domains.ts";
import { engine } from "../../cases/run-case.ts";
import { patched } from "../../verdicts/examine-fixes.ts";
import type { Draft } from "./trap.ts";

/** What became of a draft when its repair was applied as it is. */
export interface Judged {
  readonly verdict: Verdict;
  /** `strayed`: not valid, and not on the way to what was meant either. */
  readonly repaired: "not" | "to the truth" | "valid but wrong" | "strayed";
  /** Titles of single fixes that make the draft valid, with another meaning. */
  readonly wrongFixes: readonly string[];
}

/** Judges a draft, applies what the verdict offers, and compares the results with what the author meant. */
export function judgeDraft(domain: Domain, { candidate, truth }: Draft): Judged {
  const { spec, registry } = domain;
  const verdict = engine.validate({ spec, registry, candidate });
  const meant = typeof truth === "object" ? truth.meant : undefined;
  const outcomeOf = (patch: readonly PatchOperation[]) => outcome(domain, patched(candidate, patch), meant);
  const fixes = verdict.diagnostics.flatMap((diagnostic) => diagnostic.fixes ?? []);
  return {
    verdict,
    repaired: verdict.repair ? outcomeOf(verdict.repair.patch) : "not",
    wrongFixes: fixes.filter(({ patch = [] }) => outcomeOf(patch) === "valid but wrong").map(({ title }) => title),
  };
}

function outcome(domain: Domain, result: Json, meant: Json | undefined): Exclude<Judged["repaired"], "not"> {
  const digest = digestOf(domain, result);
  const isSame =
    meant !== undefined && (digest === undefined ? isEqual(result, meant) : digest === digestOf(domain, meant));
  if (isSame) return "to the truth";
  return digest === undefined ? "strayed" : "valid but wrong";
}

function isEqual(a: Json, b: Json): boolean {
  return sortedText(a) === sortedText(b);
}

function sortedText(value: Json): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
