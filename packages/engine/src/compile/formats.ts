import { formats } from "@assay/contract";
import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIdnEmail,
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
import { isTooLong } from "./pattern.ts";

type Format = (typeof formats)[number];

const tests: { readonly [format in Format]: (text: string) => boolean } = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  "idn-email": isIdnEmail,
  // `isAsciiIdn` and `isIdn` of the formats library mean the same as these two, but print every name that they refuse.
  hostname: (text) => isHostname(text) && !text.endsWith(".") && isIdnHostname(text),
  "idn-hostname": isIdnHostname,
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

/** The formats of the profile, paid for by the length of the text. */
export function createFormats(pay: (steps: number) => void): { [format: string]: (text: string) => boolean } {
  return Object.fromEntries(
    formats.map((format) => [
      format,
      (text: string) => {
        if (isTooLong(text)) return false;
        pay(1 + Math.ceil(text.length / 8));
        return holds(tests[format], text);
      },
    ]),
  );
}

// Some tests throw at what they do not know; that is a no.
function holds(test: (text: string) => boolean, text: string): boolean {
  try {
    return test(text);
  } catch {
    return false;
  }
}
