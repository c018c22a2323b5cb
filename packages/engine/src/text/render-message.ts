import { type Json, limits } from "@assay/contract";
import { addArticle, joinFirst, joinList } from "./phrases.ts";
import { quote, sanitizeText } from "./sanitize-text.ts";

type Params = { readonly [name: string]: Json | undefined };

const maxListed = 8;
// A reader has to choose one of the allowed values, so more of them are listed.
const maxListedValues = 12;
// Parameters that quote the spec package, whose strings may be longer: a pattern that is cut is useless.
const specTexts = new Set(["pattern", "patterns", "text", "allowed", "only", "known", "missing"]);

// How many code points of a parameter an answer shows.
function getMaxLength(name: string): number {
  return specTexts.has(name) ? limits.specPackageText : limits.outsideText;
}

const plurals: { readonly [noun: string]: string } = { character: "characters", item: "items", property: "properties" };
const plainWord = /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,63}$/;

/** The parameters that a template needs. */
export function listPlaceholders(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
}

/** Fills a message template of the catalogue; every parameter counts as a text from outside. */
export function renderMessage(template: string, params: Params): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form: string | undefined) => {
    if (name === "value") return describeSubject(params);
    const value = params[name];
    if (value === undefined) return "nothing";
    if (form === "a") return formatOneOf([value].flat());
    if (form === "pointer") return value === "" ? "the root" : formatValue(value);
    if (form === "count") return value === 0 ? "none" : String(value);
    if (form === "bare") return formatBare(value);
    if (form !== undefined && Object.hasOwn(plurals, form)) return `${value} ${value === 1 ? form : plurals[form]}`;
    if (form === "said") return formatForms([value].flat());
    if (form === "list")
      return formatList([value].flat(), getMaxLength(name), name === "allowed" ? maxListedValues : maxListed);
    return formatValue(value, getMaxLength(name));
  });
}

/** A value for use in a sentence: strings quoted, arrays and objects by their type. */
export function formatValue(value: Json, maxCodePoints: number = limits.outsideText): string {
  if (typeof value === "string") return quote(value, maxCodePoints);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

function describeSubject(params: Params): string {
  const { actual, found } = params;
  if (actual !== undefined) return `The value ${formatValue(actual)}`;
  return found === "array" || found === "object" ? `The ${found}` : "The value";
}

function formatList(values: readonly Json[], maxCodePoints: number, max: number): string {
  const head = values
    .slice(0, max)
    .map((value) =>
      typeof value === "object"
        ? sanitizeText(JSON.stringify(value), maxCodePoints)
        : formatValue(value, maxCodePoints),
    )
    .join(", ");
  return values.length > max ? `${head} and ${values.length - max} more` : head;
}

// Words of ours for what a spec package asks for; its texts are quoted in them already.
function formatForms(forms: readonly Json[]): string {
  return joinFirst(
    forms.map((form) => sanitizeText(String(form), maxFormLength)),
    maxListed,
  );
}

// As long as a form may be that is described, and our own words about it.
const maxFormLength = 400;

function formatBare(value: Json): string {
  if (typeof value !== "string") return formatValue(value);
  return plainWord.test(value) ? sanitizeText(value) : quote(value);
}

// Only the first word has an article: "a string, number or null".
function formatOneOf(values: readonly Json[]): string {
  return joinList(
    values.map((value, index) => (index === 0 ? addArticle(formatBare(value)) : formatBare(value))),
    "or",
  );
}
