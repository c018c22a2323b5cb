import type { formats } from "@assay/contract";
import { isUri, isUriReference } from "@hyperjump/uri";
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
  uuid: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
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
    spend(meter, 32 + text.length);
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
