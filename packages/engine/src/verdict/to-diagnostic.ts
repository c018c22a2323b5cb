import {
  type Diagnostic,
  diagnosticMessages,
  type Fix,
  type FixInRepair,
  type Json,
  limits,
  type RuleReference,
} from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { RuleOrigin } from "../findings/finding.ts";
import { convertible } from "../findings/kind-of-value.ts";
import { parsePointer, shownPointer } from "../json/pointer.ts";
import { cutJson } from "../text/cut-json.ts";
import { otherCodePoints } from "../text/lookalikes.ts";
import { outsideText } from "../text/outside-text.ts";
import { joinList } from "../text/phrases.ts";
import { longestParam, renderMessage, shown } from "../text/render-message.ts";
import { askOf, needsOf } from "./needs.ts";

// How many items of an array an answer shows.
const maxItems = 32;
// How many of the values of a group a message quotes, and how many places are related to it.
const maxValues = 8;

/**
 * Puts a group of findings into words; strings from outside are cut, and their hidden characters made visible. With
 * `isFixed`, nobody has to be asked for what the fix, or the repair of all errors, gives.
 */
export function toDiagnostic(group: Group, fix?: Fix | FixInRepair, isFixed: boolean = fix !== undefined): Diagnostic {
  const { first, count, paths } = group;
  const { code, severity, path, params, rule, related } = first;
  const others = related ? [related] : group.related.slice(0, maxValues);
  const { messages } = diagnosticMessages[code];
  const template = (messages as { readonly [variant: string]: string })[first.message] ?? "";
  const sentences = [
    renderMessage(template, { ...params, noun: rule.noun ?? "generator id" }),
    ...alsoWrong(first),
    lookingTheSame(params),
    foundAt(group),
    assumptionOf(params.assumes),
    askOf(first, isFixed),
  ];
  return {
    code,
    severity,
    path: shownPointer(path),
    message: sentences.filter((sentence) => sentence !== undefined).join(" "),
    needs: needsOf(first, isFixed),
    ...(Object.keys(params).length > 0 ? { params: shownParams(params) } : {}),
    rule: shownRule(rule),
    ...(others.length > 0 ? { related: others.map((other) => ({ ...other, path: shownPointer(other.path) })) } : {}),
    ...(count > 1 ? { count, paths: paths.slice(0, limits.pathsPerDiagnostic).map(shownPointer) } : {}),
    ...(fix ? { fixes: [fix] } : {}),
  };
}

// What else is wrong with a string whose form is wrong.
function alsoWrong({ code, params }: Group["first"]): readonly string[] {
  if (code !== "field.pattern" && code !== "field.format") return [];
  const { pattern, text, format, length, max, min } = params;
  const isOther = code === "field.pattern" ? format !== undefined : pattern !== undefined;
  const reason = text === undefined ? "" : `The product team says: ${shown(text, longestParam("text"))} `;
  const other =
    code === "field.pattern"
      ? `It is not a valid ${format} either.`
      : `${reason}The pattern is ${shown(pattern ?? "", longestParam("pattern"))}.`;
  const bound = max === undefined ? `minimum is ${min}` : `maximum is ${max}`;
  const size =
    length === undefined ? [] : [`It has ${length} ${length === 1 ? "character" : "characters"}; the ${bound}.`];
  return isOther ? [other, ...size] : size;
}

// What was written can look like a text that is accepted: a reader needs to know how the two differ.
function lookingTheSame(params: Group["first"]["params"]): string | undefined {
  const { name = params.actual ?? null, didYouMean, expected, known, allowed, declared } = params;
  for (const text of [didYouMean, expected, known, allowed, declared].flat()) {
    const difference = typeof name === "string" && typeof text === "string" ? otherCodePoints(name, text) : undefined;
    if (difference) return `It looks like ${shown(text ?? "")}, but has other code points: ${difference}.`;
  }
  return undefined;
}

// The first value alone would hide the one that is hard to correct.
function foundAt({ first, count, values }: Group): string | undefined {
  if (count < 2 || first.groupKey === convertible) return undefined;
  const listed = [...new Set(values.filter((value) => value !== undefined))].map((value) => shown(value));
  if (listed.length < 2) return `Found in ${count} places.`;
  const all = listed.length > maxValues ? [listed.slice(0, maxValues).join(", "), "others"] : listed;
  return `Found in ${count} places: ${joinList(all, "and")}.`;
}

// The rule could not read the candidate as it is.
function assumptionOf(places: Json | undefined): string | undefined {
  return Array.isArray(places) ? `This assumes the fix at ${joinList(places.map(String), "and")}.` : undefined;
}

function shownParams(params: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, shownParam(value, longestParam(name))]),
  );
}

function shownParam(value: Json, maxCodePoints: number): Json {
  if (typeof value === "string") return outsideText(value, maxCodePoints);
  if (typeof value !== "object" || value === null) return value;
  // Our own composite parameters are arrays of strings; anything deeper comes from an `enum` of the spec package.
  if (!Array.isArray(value)) return cutJson(value, maxCodePoints);
  return value.slice(0, maxItems).map((item: Json) => shownParam(item, maxCodePoints));
}

function shownRule({ id, at, why }: RuleOrigin): RuleReference {
  return {
    id,
    at: shownPointer(parsePointer(at) ?? []),
    ...(why === undefined ? {} : { why: outsideText(why, limits.specPackageText) }),
  };
}
