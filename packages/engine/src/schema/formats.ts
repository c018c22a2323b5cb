import type { formats } from "@assay/contract";
import { isIri, isIriReference, isUri, isUriReference } from "@hyperjump/uri";
import { type Meter, spend } from "../meter.ts";
import { isEmail, isHostname, isIPv4, isIPv6 } from "./address-formats.ts";
import { isDate, isDateTime, isDuration, isTime } from "./date-formats.ts";
import { isTooLong } from "./pattern.ts";

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

/** Patterns that accept most valid strings and no invalid ones. They are many times faster than the complete test. */
export const fastPatterns: { readonly [format in Format]?: RegExp } = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time": /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^\w+(?:[.+-]\w+)*@[a-z\d]+(?:[.-][a-z\d]+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

/** Creates a function that tests whether a string matches a format. Its cost grows with the length of the string. */
export function compileFormat(format: string): (text: string, meter: Meter) => boolean {
  return (text, meter) => {
    if (isTooLong(text)) return false;
    spend(meter, 2 + text.length / 4);
    if (fastPatterns[format as Format]?.test(text)) return true;
    // The test for `regex` compiles the string, which costs extra.
    spend(meter, 32 + text.length + (format === "regex" ? 448 : 0));
    return matchesFormat(format, text);
  };
}

/** Whether a string matches a format. */
export function matchesFormat(format: string, text: string): boolean {
  try {
    return tests[format as Format](text);
  } catch {
    // The URI library throws for an address literal that it does not support.
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

const pointer = "(?:/(?:[^~/]|~[01])*)*";
const integer = "(?:0|[1-9]\\d*)";
const jsonPointerPattern = new RegExp(`^${pointer}$`, "u");
const relativeJsonPointerPattern = new RegExp(`^${integer}(?:(?:[+-]${integer})?${pointer}|#)$`, "u");

/** Whether a string is a JSON Pointer (RFC 6901). */
function isJsonPointer(text: string): boolean {
  return jsonPointerPattern.test(text);
}

/** Whether a string is a relative JSON Pointer (draft-bhutton-relative-json-pointer-00). */
function isRelativeJsonPointer(text: string): boolean {
  return relativeJsonPointerPattern.test(text);
}

// RFC 6570, section 2. A literal can contain the characters of an IRI and of the private use planes.
const planes = "123456789abcd".replace(/./g, "\\u{$&0000}-\\u{$&fffd}");
const beyondAscii = `\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${planes}\\u{e1000}-\\u{efffd}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}`;
const encoded = "%[\\da-fA-F]{2}";
const literal = `(?:[\\x21\\x23-\\x24\\x26-\\x3b\\x3d\\x3f-\\x5b\\x5d\\x5f\\x61-\\x7a\\x7e${beyondAscii}]|${encoded})`;
const variable = `(?:[a-zA-Z\\d_]|${encoded})(?:\\.?(?:[a-zA-Z\\d_]|${encoded}))*(?::[1-9]\\d{0,3}|\\*)?`;
const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`;
const uriTemplatePattern = new RegExp(`^(?:${literal}|${expression})*$`, "u");

/** Whether a string is a URI template (RFC 6570). */
function isUriTemplate(text: string): boolean {
  return uriTemplatePattern.test(text);
}
