import { type Json, limits } from "@assay/contract";
import { outsideText, quoted } from "./outside-text.ts";
import { joinFirst, joinList, withArticle } from "./phrases.ts";

type Params = { readonly [name: string]: Json | undefined };

const listed = 8;
// A reader has to choose one of the allowed values, so more of them are listed.
const listedValues = 12;
// Parameters that quote the spec package, whose strings may be longer: a pattern that is cut is useless.
const specTexts = new Set(["pattern", "patterns", "text", "allowed", "only", "known", "missing"]);

// How many code points of a parameter an answer shows.
function longestParam(name: string): number {
  return specTexts.has(name) ? limits.specPackageText : limits.outsideText;
}

const plurals: { readonly [noun: string]: string } = { character: "characters", item: "items", property: "properties" };
const plainWord = /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,63}$/;

/** The parameters that a template needs. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
}

/** Fills a message template of the catalogue; every parameter counts as a text from outside. */
export function renderMessage(template: string, params: Params): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form: string | undefined) => {
    if (name === "value") return subject(params);
    const value = params[name];
    if (value === undefined) return "nothing";
    if (form === "a") return oneOf([value].flat());
    if (form === "pointer") return value === "" ? "the root" : shown(value);
    if (form === "count") return value === 0 ? "none" : String(value);
    if (form === "bare") return bare(value);
    if (form !== undefined && Object.hasOwn(plurals, form)) return `${value} ${value === 1 ? form : plurals[form]}`;
    if (form === "said") return said([value].flat());
    if (form === "list") return list([value].flat(), longestParam(name), name === "allowed" ? listedValues : listed);
    return shown(value, longestParam(name));
  });
}

/** A value for use in a sentence: strings quoted, arrays and objects by their type. */
export function shown(value: Json, maxCodePoints: number = limits.outsideText): string {
  if (typeof value === "string") return quoted(value, maxCodePoints);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

function subject(params: Params): string {
  const { actual, found } = params;
  if (actual !== undefined) return `The value ${shown(actual)}`;
  return found === "array" || found === "object" ? `The ${found}` : "The value";
}

function list(values: readonly Json[], maxCodePoints: number, most: number): string {
  const head = values
    .slice(0, most)
    .map((value) =>
      typeof value === "object" ? outsideText(JSON.stringify(value), maxCodePoints) : shown(value, maxCodePoints),
    )
    .join(", ");
  return values.length > most ? `${head} and ${values.length - most} more` : head;
}

// Words of ours for what a spec package asks for; its texts are quoted in them already.
function said(forms: readonly Json[]): string {
  return joinFirst(
    forms.map((form) => outsideText(String(form), maxSaid)),
    listed,
  );
}

// As long as a form may be that is described, and our own words about it.
const maxSaid = 400;

function bare(value: Json): string {
  if (typeof value !== "string") return shown(value);
  return plainWord.test(value) ? outsideText(value) : quoted(value);
}

// Only the first word has an article: "a string, number or null".
function oneOf(values: readonly Json[]): string {
  return joinList(
    values.map((value, index) => (index === 0 ? withArticle(bare(value)) : bare(value))),
    "or",
  );
}
