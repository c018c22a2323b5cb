import { formats } from "@assay/contract";
import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIPv4,
  isIPv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from "@hyperjump/json-schema-formats";
import { isIdnHostname } from "idn-hostname";
import type { SpendSteps } from "../meter.ts";
import { isTooLong } from "./pattern.ts";

type Format = (typeof formats)[number];

const tests: { readonly [format in Format]: (text: string) => boolean } = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  "idn-email": isInternationalEmail,
  // `isAsciiIdn` and `isIdn` of the formats library mean the same as these two, but print every name that they refuse.
  hostname: (text) => isHostname(text) && !text.endsWith(".") && isIdnHostname(text),
  // No label after the last dot, and UTS #46 knows four of them. A longer name is none, and takes long to be found so.
  "idn-hostname": (text) => text.length <= 506 && !/[.\u3002\uff0e\uff61]$/.test(text) && isIdnHostname(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  "uri-template": isUriTemplate,
  uuid: isUuid,
  "json-pointer": isJsonPointer,
  "relative-json-pointer": isRelativeJsonPointer,
  regex: isRegex,
};

/** Part of what a format accepts: enough for most texts that people write, and many times as quick to see. */
export const fastPatterns: { readonly [format in Format]?: RegExp } = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time": /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^\w+(?:[.+-]\w+)*@[a-z\d]+(?:[.-][a-z\d]+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

/** The formats of the profile, paid for by the length of the text. */
export function createFormats(spendSteps: SpendSteps): { [format: string]: (text: string) => boolean } {
  return Object.fromEntries(
    formats.map((format) => [
      format,
      (text: string) => {
        if (isTooLong(text)) return false;
        spendSteps(1 + Math.ceil(text.length / 8));
        if (fastPatterns[format]?.test(text)) return true;
        spendSteps(priceOf(format, text));
        return holds(tests[format], text);
      },
    ]),
  );
}

// In steps: names beyond ASCII are taken apart letter by letter, and what is wrong with them is thrown.
function priceOf(format: Format, text: string): number {
  if (format === "regex") return 448 + text.length;
  if (format.endsWith("hostname") || format === "idn-email")
    return plainName.test(text) ? 8 + text.length : 640 + 16 * text.length;
  return text.length;
}

const plainName = /^(?!.*--)[\w.@-]*$/;

// RFC 6531: beyond ASCII every character may stand where a letter may. The library's pattern takes exponential time on them.
function isInternationalEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0)).replace(/[^\0-\x7f]/gu, "a");
  const domain = text.slice(at + 1);
  return isEmail(`${local}@a`) && (domain.startsWith("[") ? isEmail(`a@${domain}`) : tests["idn-hostname"](domain));
}

// Some tests throw at what they do not know; that is a no.
function holds(test: (text: string) => boolean, text: string): boolean {
  try {
    return test(text);
  } catch {
    return false;
  }
}
