import type { formats } from "@assay/contract";
import { isIri, isIriReference, isUri, isUriReference } from "@hyperjump/uri";
import type { SpendSteps } from "../meter.ts";
import { isEmail, isHostname, isIPv4, isIPv6 } from "./address-formats.ts";
import { isDate, isDateTime, isDuration, isTime } from "./date-formats.ts";
import { isTooLong } from "./pattern.ts";
import { isJsonPointer, isRelativeJsonPointer, isUriTemplate } from "./pointer-formats.ts";

type Format = (typeof formats)[number];

type Test = (text: string) => boolean;

const tests: { readonly [format in Format]: Test } = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  "uri-template": isUriTemplate,
  uuid: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  "json-pointer": isJsonPointer,
  "relative-json-pointer": isRelativeJsonPointer,
  regex: isRegex,
};

/** Part of what a format accepts: enough for most strings, and many times as fast. */
export const fastPatterns: { readonly [format in Format]?: RegExp } = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time": /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^\w+(?:[.+-]\w+)*@[a-z\d]+(?:[.-][a-z\d]+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

/** The test of a format. It costs steps, which grow with the length of the string. */
export function compileFormat(format: string, spendSteps: SpendSteps): Test {
  return (text) => {
    if (isTooLong(text)) return false;
    spendSteps(1 + Math.ceil(text.length / 8));
    if (fastPatterns[format as Format]?.test(text)) return true;
    // The platform compiles a regular expression.
    spendSteps(text.length + (format === "regex" ? 448 : 0));
    return matchesFormat(format, text);
  };
}

/** Whether a string is in a format. */
export function matchesFormat(format: string, text: string): boolean {
  try {
    return tests[format as Format](text);
  } catch {
    // The library for URIs throws for an address literal that it does not know.
    return false;
  }
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
