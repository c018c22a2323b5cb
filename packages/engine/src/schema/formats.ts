import { formats } from "@assay/contract";
import { isIri, isIriReference, isUri, isUriReference } from "@hyperjump/uri";
import type { SpendSteps } from "../meter.ts";
import { isEmail, isHostname, isIPv4, isIPv6 } from "./address-formats.ts";
import { isDate, isDateTime, isDuration, isTime } from "./date-formats.ts";
import { isTooLong } from "./pattern.ts";
import { isJsonPointer, isRelativeJsonPointer, isUriTemplate } from "./pointer-formats.ts";

type Format = (typeof formats)[number];

/** What an engine needs for the formats that check internationalized domain names: its tables are large. */
export interface Idn {
  /** Whether every label of a name is valid, in ASCII or not; throws or gives false otherwise. */
  isHostname(name: string): boolean;
}

type Test = (text: string) => boolean;

const asciiTests: { readonly [format in Exclude<Format, IdnFormat>]: Test } = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  email: isEmail,
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

type IdnFormat = "hostname" | "idn-hostname" | "idn-email";

/** The formats that an engine without `idn` cannot check. */
export const idnFormats: ReadonlySet<string> = new Set<IdnFormat>(["hostname", "idn-hostname", "idn-email"]);

function idnTests({ isHostname: isIdnHostname }: Idn): { readonly [format in IdnFormat]: Test } {
  // UTS #46 knows four dots, and no label may be empty. Longer names are invalid, and take long to be refused.
  const isInternational: Test = (text) =>
    text.length <= 506 && !/[.\u3002\uff0e\uff61]$/.test(text) && isIdnHostname(text);
  return {
    hostname: (text) => isHostname(text) && !text.endsWith(".") && isIdnHostname(text),
    "idn-hostname": isInternational,
    "idn-email": (text) => isInternationalEmail(text, isInternational),
  };
}

// Without `idn` these formats refuse every string. `lintFormats` reports a package that uses them, so none gets here.
const withoutIdn: Idn = { isHostname: () => false };

/** Part of what a format accepts: enough for most strings, and many times as fast. */
export const fastPatterns: { readonly [format in Format]?: RegExp } = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time": /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^\w+(?:[.+-]\w+)*@[a-z\d]+(?:[.-][a-z\d]+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

/** The formats of the profile; their cost grows with the length of the string. */
export function createFormats(spendSteps: SpendSteps, idn: Idn = withoutIdn): { [format: string]: Test } {
  const tests = { ...asciiTests, ...idnTests(idn) };
  return Object.fromEntries(
    formats.map((format) => [
      format,
      (text: string) => {
        if (isTooLong(text)) return false;
        spendSteps(1 + Math.ceil(text.length / 8));
        if (fastPatterns[format]?.test(text)) return true;
        spendSteps(costOf(format, text));
        return holds(tests[format], text);
      },
    ]),
  );
}

/** Whether a string is in a format; false for those that check internationalized domain names. */
export function matchesFormat(format: string, text: string): boolean {
  return Object.hasOwn(asciiTests, format) && holds(asciiTests[format as keyof typeof asciiTests], text);
}

// In steps: names beyond ASCII are checked character by character, and errors in them are thrown.
function costOf(format: Format, text: string): number {
  if (format === "regex") return 448 + text.length;
  if (format.endsWith("hostname") || format === "idn-email")
    return plainName.test(text) ? 8 + text.length : 640 + 16 * text.length;
  return text.length;
}

const plainName = /^(?!.*--)[\w.@-]*$/;

// RFC 6531 allows every character beyond ASCII where a letter is allowed.
function isInternationalEmail(text: string, isDomain: Test): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0)).replace(/[^\0-\x7f]/gu, "a");
  const domain = text.slice(at + 1);
  return isEmail(`${local}@a`) && (domain.startsWith("[") ? isEmail(`a@${domain}`) : isDomain(domain));
}

// The test of internationalized names throws for what it refuses.
function holds(test: Test, text: string): boolean {
  try {
    return test(text);
  } catch {
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
