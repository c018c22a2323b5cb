import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, overBudget } from "../meter.ts";
import { mostErrors } from "../schema/schema-evaluator.ts";
import { schemaFindings } from "../schema-errors/explain.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import type { Applied } from "../spec/normalizer.ts";
import { type AsMeant, asSubmitted, rename } from "./renamed-candidate.ts";

/** A candidate as the checks after the schema see it. */
export interface Readied {
  /** With its texts normalized, complete. */
  readonly candidate: Json;
  readonly applied: readonly Applied[];
  /** The same, cut where a list or object was over its limit. */
  readonly judged: Json;
  readonly meant: AsMeant;
  wasCut(tokens: readonly string[]): boolean;
}

// A misspelled member may hold misspelled members of its own.
const mostRounds = 3;

/** A candidate before anything has looked at it. */
export function unread(submitted: Json): Readied {
  const meant = asSubmitted(submitted);
  return { candidate: submitted, applied: [], judged: submitted, meant, wasCut: () => false };
}

/** Normalizes texts, cuts what is over its limit, and reports what the schema says, in places of the submitted candidate. */
export function checkSchema(
  spec: CompiledSpec,
  submitted: Json,
  meter: Meter,
  report: (finding: AnyFinding) => void,
): Readied {
  const { candidateSchema: schema } = spec.document;
  let meant = asSubmitted(submitted);
  for (let round = 0; ; round += 1) {
    const { candidate, applied } = spec.normalize.texts(meant.candidate, meter);
    const { candidate: judged, errors: sizeErrors } = spec.sizeGate(candidate, meter);
    const isRenamed = round > 0;
    const reading = { schema, meter, isRenamed, meant: (text: string) => spec.fieldTypes.meant(text, meter) };
    const sizes = schemaFindings(sizeErrors, { ...reading, candidate });
    const errors = spec.schemaErrors(judged, meter);
    const others = schemaFindings(errors.slice(0, mostErrors), { ...reading, candidate: judged });
    const misspelled = round < mostRounds ? others.filter(({ code }) => code === "field.misspelled") : [];
    for (const finding of misspelled.length > 0 ? misspelled : [...sizes, ...others]) {
      if (!isOwnerRule(finding, spec, judged)) report(inSubmitted(finding, meant));
    }
    if (errors.length > mostErrors) throw overBudget;
    if (misspelled.length === 0) {
      const cutAt = new Set(sizeErrors.map((error) => error.instancePath));
      return { candidate, applied, judged, meant, wasCut: (tokens) => cutAt.size > 0 && cutAt.has(pointerOf(tokens)) };
    }
    meant = rename(meant, misspelled, meter);
  }
}

/** A finding at its places in the submitted candidate. */
export function inSubmitted(finding: AnyFinding, { toSubmitted }: AsMeant): AnyFinding {
  const { related } = finding;
  const tokens = toSubmitted(finding.tokens);
  if (tokens === finding.tokens) return finding;
  const moved = { ...finding, tokens, meant: finding.tokens };
  return related ? { ...moved, related: { ...related, tokens: toSubmitted(related.tokens) } } : moved;
}

// The owner rule speaks of a kind it refuses better than a schema that lists the kinds again; a stricter schema speaks too.
function isOwnerRule({ code, tokens }: AnyFinding, { document }: CompiledSpec, candidate: Json): boolean {
  if (code !== "field.value" || pointerOf(tokens) !== "/owner/kind") return false;
  const kind = valueAt(candidate, tokens);
  return typeof kind === "string" && !document.owner.kinds.includes(kind);
}
