import type { Json } from "@assay/contract";
import { isObject } from "./json.ts";
import { readJson } from "./read-json.ts";
import { literals } from "./scan-json.ts";

/** Values of another type that say exactly what a value says, the likeliest first. */
export function conversions(value: Json): readonly Json[] {
  if (typeof value === "string") {
    const text = value.trim();
    const read = readText(text);
    return [
      ...(text === value ? [] : [text]),
      ...(read === undefined ? [] : [read]),
      ...(isOneWord(text) ? [[text]] : []),
    ];
  }
  // A fraction may have had zeros at its end that are gone once it is read: the version 1.10 is the number 1.1.
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return [String(value), [value]];
  return typeof value === "number" || isObject(value) ? [[value]] : [];
}

/** What finding the conversions of a value costs: a string that may be an array or object is parsed. */
export function conversionSteps(value: Json): number {
  if (typeof value !== "string") return 0;
  return value.length / (/^\s*[[{]/.test(value) ? 2 : 8);
}

// A literal, number, array or object written as a string; read strictly, so that nothing is guessed.
function readText(text: string): Json | undefined {
  if (/^(?:true|false|null)$/i.test(text)) return literals.get(text.toLowerCase());
  if (!/^(?:[[{]|-?[0-9.]+$)/.test(text)) return undefined;
  // A point may be a decimal one, or separate thousands.
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return undefined;
  const read = readJson(new TextEncoder().encode(text));
  return read.kind === "ok" ? read.value : undefined;
}

const wordForNothing = /^(?:null|none|nil|undefined|empty|nothing|unknown|n[/.]?a\.?|tb[acd]|todo|-+|\?+)?$/i;

/** Whether a value is a string that says nothing: blank, or a word that is written where there is no value yet. */
export function saysNothing(value: Json | undefined): boolean {
  return typeof value === "string" && wordForNothing.test(value.trim());
}

// Several words may be several items, whatever is between them.
function isOneWord(text: string): boolean {
  const isWord = /^[\p{L}\p{M}\p{N}._:@#-]+$/u.test(text) && /[\p{L}\p{N}]/u.test(text);
  return (
    (isWord || /^https?:\/\/[^\s,;|]+$/.test(text)) && !/^(?:true|false|all|any)$/i.test(text) && !saysNothing(text)
  );
}
