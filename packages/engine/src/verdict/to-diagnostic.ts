import {
  type Diagnostic,
  diagnosticMessages,
  type Json,
  limits,
  messageClauses,
  type PatchOperation,
} from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { Change } from "../findings/finding.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { joinList } from "../text/phrases.ts";
import { formatValue, listPlaceholders, renderMessage } from "../text/render-message.ts";
import { sanitizeText } from "../text/sanitize-text.ts";
import { resolveNeeds } from "./resolve-needs.ts";

// A message quotes at most this many values of a group.
const maxValues = 8;

const clauses = messageClauses.map((clause) => ({ clause, names: listPlaceholders(clause) }));

/** Writes a group of findings as a diagnostic. Strings from outside are cut, and their hidden characters are escaped. */
export function toDiagnostic(group: Group, fix?: readonly PatchOperation[]): Diagnostic {
  const { first, places } = group;
  const { code, severity, path, rule } = first;
  const didYouMean = fix ? undefined : (first.didYouMean ?? readTarget(first.fix));
  const isPackageRule = rule.at.startsWith("/rules/");
  return {
    severity,
    code,
    path: toVisiblePointer(path),
    ...(places.length > 1
      ? { paths: places.slice(0, limits.pathsPerDiagnostic).map((place) => toVisiblePointer(place.path)) }
      : {}),
    message: writeMessage(group, fix, didYouMean),
    ...(rule.why === undefined ? {} : { why: sanitizeText(rule.why, limits.specPackageText) }),
    needs: resolveNeeds(first, fix !== undefined),
    ...(isPackageRule ? { rule: rule.id } : {}),
    ...(didYouMean === undefined ? {} : { didYouMean }),
    ...(fix ? { fix } : {}),
  };
}

// A fix that is not offered, for example because there is no room for it, becomes a question.
function readTarget(fix: Change | undefined): string | undefined {
  if (fix?.kind === "rename") return fix.to;
  return fix?.kind === "replace" && typeof fix.value === "string" ? fix.value : undefined;
}

// Joins the sentence for the finding, the places where it was found, and every clause whose parameters are known.
function writeMessage(
  group: Group,
  fix: readonly PatchOperation[] | undefined,
  didYouMean: string | undefined,
): string {
  const { first } = group;
  const { messages } = diagnosticMessages[first.code];
  const template = (messages as { readonly [variant: string]: string })[first.message] ?? "";
  const params: { [name: string]: Json | undefined } = { ...first.params, didYouMean };
  if (fix) {
    // The fix already contains the new value, so the message does not describe which values are allowed.
    for (const name of ["allowed", "declared", "form", "forms", "pattern", "text"]) delete params[name];
    if (first.fix?.kind === "remove") params.left = first.path.at(-1) ?? "";
    else if (first.params.target === undefined) params.written = describeFix(group);
  }
  const applicable = clauses.filter(({ names }) => names.every((name) => params[name] !== undefined));
  return [
    renderMessage(template, params),
    ...describePlaces(group),
    ...applicable.map(({ clause }) => renderMessage(clause, params)),
  ].join(" ");
}

function describeFix({ places }: Group): string {
  const texts = places.flatMap(({ fix }) => {
    if (fix?.kind === "replace") return [formatValue(fix.value)];
    return fix?.kind === "rename" ? [formatValue(fix.to)] : [];
  });
  return joinTexts([...new Set(texts)]);
}

// Quotes several values, because the first one might be easier to correct than the others.
function describePlaces({ first, count, places }: Group): readonly string[] {
  if (count < 2 || (Array.isArray(first.params.names) && first.params.names.length === count)) return [];
  const values = [...new Set(places.flatMap(({ value }) => (value === undefined ? [] : [formatValue(value)])))];
  return [`Found in ${count} places${values.length < 2 ? "" : `: ${joinTexts(values)}`}.`];
}

function joinTexts(texts: readonly string[]): string {
  return joinList(texts.length > maxValues ? [...texts.slice(0, maxValues), "others"] : texts, "and");
}
