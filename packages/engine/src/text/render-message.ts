import { type Json, limits } from "@assay/contract";
import { addArticle, joinFirst, joinList } from "./phrases.ts";
import { quote, sanitizeText } from "./sanitize-text.ts";

type Params = { readonly [name: string]: Json | undefined };

const maxListed = 8;
// Allowed values have a higher limit, because the reader has to choose one of them.
const maxListedValues = 12;
// Parameters that quote the spec package. They can be longer, because a truncated pattern is useless.
const specTexts = new Set(["pattern", "patterns", "text", "allowed", "only", "known", "missing"]);

// The maximum length of a parameter in an answer, in code points.
function getMaxLength(name: string): number {
  return specTexts.has(name) ? limits.specPackageText : limits.outsideText;
}

const plurals: { readonly [noun: string]: string } = { character: "characters", item: "items", property: "properties" };
const plainWord = /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,63}$/;

/** Lists the parameters of a template. */
export function listPlaceholders(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
}

/** Fills in a template whose placeholders `DiagnosticMessages` describes. Every parameter is treated as untrusted. */
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
    if (form === "phrase") return formatPhrases([value].flat());
    if (form === "list")
      return formatList([value].flat(), getMaxLength(name), name === "allowed" ? maxListedValues : maxListed);
    return formatValue(value, getMaxLength(name));
  });
}

/** Formats a value for use in a sentence. A string is quoted; an array or object is only named by its type. */
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

// Phrases that the engine wrote. Any text from the spec package in them is already quoted.
function formatPhrases(phrases: readonly Json[]): string {
  return joinFirst(
    phrases.map((phrase) => sanitizeText(String(phrase), maxPhraseLength)),
    maxListed,
  );
}

// Enough for the longest text from a spec package and the words that introduce it.
const maxPhraseLength = 400;

function formatBare(value: Json): string {
  if (typeof value !== "string") return formatValue(value);
  return plainWord.test(value) ? sanitizeText(value) : quote(value);
}

// Only the first word gets an article: "a string, number or null".
function formatOneOf(values: readonly Json[]): string {
  return joinList(
    values.map((value, index) => (index === 0 ? addArticle(formatBare(value)) : formatBare(value))),
    "or",
  );
}
