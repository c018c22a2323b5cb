import {
  type Diagnostic,
  diagnosticMessages,
  type Json,
  limits,
  messageClauses,
  type PatchOperation,
} from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { shownPointer } from "../json/pointer.ts";
import { outsideText } from "../text/outside-text.ts";
import { joinList } from "../text/phrases.ts";
import { placeholdersIn, renderMessage, shown } from "../text/render-message.ts";
import { needsOf } from "./needs.ts";

// How many of the values of a group a message quotes.
const maxValues = 8;

const clauses = messageClauses.map((clause) => ({ clause, names: placeholdersIn(clause) }));

/** Puts a group of findings into words; strings from outside are cut, and their hidden characters made visible. */
export function toDiagnostic(group: Group, fix?: readonly PatchOperation[]): Diagnostic {
  const { first, places } = group;
  const { code, severity, path, rule, didYouMean } = first;
  const isOfPackage = rule.at.startsWith("/rules/");
  return {
    severity,
    code,
    path: shownPointer(path),
    ...(places.length > 1
      ? { paths: places.slice(0, limits.pathsPerDiagnostic).map((place) => shownPointer(place.path)) }
      : {}),
    message: messageOf(group, fix),
    ...(rule.why === undefined ? {} : { why: outsideText(rule.why, limits.specPackageText) }),
    needs: needsOf(first, fix !== undefined),
    ...(isOfPackage ? { rule: rule.id } : {}),
    ...(didYouMean === undefined ? {} : { didYouMean }),
    ...(fix ? { fix } : {}),
  };
}

// The sentence of the finding, what else is known, and how often it was found.
function messageOf(group: Group, fix: readonly PatchOperation[] | undefined): string {
  const { first } = group;
  const { messages } = diagnosticMessages[first.code];
  const template = (messages as { readonly [variant: string]: string })[first.message] ?? "";
  const params: { [name: string]: Json | undefined } = { ...first.params, didYouMean: first.didYouMean };
  if (fix) {
    // What says the same leaves nothing to choose from.
    for (const name of ["allowed", "form", "forms", "pattern", "text"]) delete params[name];
    if (first.fix?.kind === "remove") params.left = first.path.at(-1) ?? "";
    else if (first.params.target === undefined) params.written = writtenBy(group);
  }
  const known = clauses.filter(({ names }) => names.every((name) => params[name] !== undefined));
  return [
    renderMessage(template, params),
    ...foundAt(group),
    ...known.map(({ clause }) => renderMessage(clause, params)),
  ].join(" ");
}

function writtenBy({ places }: Group): string {
  const texts = places.flatMap(({ fix }) => {
    if (fix?.kind === "replace") return [shown(fix.value)];
    return fix?.kind === "rename" ? [shown(fix.to)] : [];
  });
  return someOf([...new Set(texts)]);
}

// The first value alone would hide the one that is hard to correct.
function foundAt({ first, count, places }: Group): readonly string[] {
  if (count < 2 || (Array.isArray(first.params.names) && first.params.names.length === count)) return [];
  const values = [...new Set(places.flatMap(({ value }) => (value === undefined ? [] : [shown(value)])))];
  return [`Found in ${count} places${values.length < 2 ? "" : `: ${someOf(values)}`}.`];
}

function someOf(texts: readonly string[]): string {
  return joinList(texts.length > maxValues ? [...texts.slice(0, maxValues), "others"] : texts, "and");
}
