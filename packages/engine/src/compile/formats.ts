import { formats } from "@assay/contract";
import {
  isAsciiIdn,
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isIPv4,
  isIPv6,
  isJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUuid,
} from "@hyperjump/json-schema-formats";
import { isTooLong } from "./pattern.ts";

type Format = (typeof formats)[number];

const tests: { readonly [format in Format]: (text: string) => boolean } = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  hostname: isAsciiIdn,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: isUri,
  "uri-reference": isUriReference,
  uuid: isUuid,
  "json-pointer": isJsonPointer,
};

/** The formats of the profile, paid for by the length of the text. */
export function createFormats(pay: (steps: number) => void): { [format: string]: (text: string) => boolean } {
  return Object.fromEntries(
    formats.map((format) => [
      format,
      (text: string) => {
        if (isTooLong(text)) return false;
        pay(1 + Math.ceil(text.length / 8));
        return tests[format](text);
      },
    ]),
  );
}
