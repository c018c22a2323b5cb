import type { formats } from "@assay/contract";
import { quoted } from "../text/outside-text.ts";
import { isDate, isDateTime, isTime } from "./date-formats.ts";
import { matchesFormat } from "./formats.ts";

type Format = (typeof formats)[number];

/**
 * What is wrong with a string that is not in a format, as the end of a sentence about it: the likeliest defect, or the form
 * that is expected. What the string does not say is asked for, never made up.
 */
export function formatDefect(format: string, text: string): string {
  const trimmed = text.trim();
  const otherwise = forms[format as Format] ?? `is not a valid ${format}.`;
  if (trimmed.length === 0 || trimmed.length > maxLength) return otherwise;
  if (trimmed !== text && matchesFormat(format, trimmed)) return "has surrounding whitespace.";
  return defects[format as Format]?.(trimmed) ?? otherwise;
}

/** Whether a defect of `formatDefect` is that the string does not say enough, so that somebody has to be asked. */
export function asksForMore(defect: string): boolean {
  return /\bask\b/i.test(defect);
}

// A longer string is not a slip in one of these formats.
const maxLength = 256;

const dateTimeForm = "YYYY-MM-DDThh:mm:ss, then Z or an offset (+hh:mm or -hh:mm); ask for what is missing";

const forms: { readonly [format in Format]: string } = {
  date: "is not a valid date. The form is YYYY-MM-DD; ask if the day is not clear.",
  "date-time": `is not a valid date-time. The form is ${dateTimeForm}.`,
  time: "is not a valid time. The form is hh:mm:ss, then Z or an offset (+hh:mm or -hh:mm); ask for what is missing.",
  duration:
    "is not a valid duration. The form is P, then a whole number for each unit: PnYnMnD, PTnHnMnS or PnW alone.",
  email: "is not a valid email address. The form is name@domain.",
  hostname:
    "is not a valid hostname. The form is at most 253 characters: labels of 1 to 63 ASCII letters, digits and hyphens, separated by single dots; no label begins or ends with a hyphen.",
  ipv4: "is not a valid IPv4 address. The form is four numbers from 0 to 255 without leading zeros, separated by dots.",
  ipv6: "is not a valid IPv6 address. The form is eight groups of one to four hexadecimal digits, separated by colons; :: stands for groups of zeros.",
  uri: "is not a valid URI (RFC 3986), which begins with a scheme and a colon.",
  "uri-reference": "is not a valid URI reference (RFC 3986).",
  iri: "is not a valid IRI (RFC 3987), which begins with a scheme and a colon.",
  "iri-reference": "is not a valid IRI reference (RFC 3987).",
  "uri-template": "is not a valid URI template (RFC 6570).",
  uuid: "is not a valid UUID. The form is 8-4-4-4-12 hexadecimal digits.",
  "json-pointer": "is not a valid JSON Pointer. The form is / before each token.",
  "relative-json-pointer": "is not a valid relative JSON Pointer. The form is a number, then # or a JSON Pointer.",
  regex: "is not a valid regular expression (ECMA-262 with the u flag).",
};

type DefectOf = (text: string) => string | undefined;

const defects: { readonly [format in Format]?: DefectOf } = {
  date: (text) =>
    /^\d{4}-\d\d-\d\d[T ]\d/.test(text) ? "has a time of day, which a date cannot have." : dateDefect(text),
  "date-time": dateTimeDefect,
  time: (text) => timeDefect(text, isTime),
  email: emailDefect,
  hostname: hostnameDefect,
  ipv4: (text) =>
    text.includes(":") ? "has a colon: an IPv4 address has no port, and is not an IPv6 address." : undefined,
  uri: (text) => schemeDefect(text) ?? characterDefect(text, notInUri),
  iri: (text) => schemeDefect(text) ?? characterDefect(text, notInIri),
  "uri-reference": (text) => characterDefect(text, notInUri),
  "iri-reference": (text) => characterDefect(text, notInIri),
  uuid: uuidDefect,
  "json-pointer": pointerDefect,
};

function dateDefect(text: string, form = "YYYY-MM-DD"): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "is a day that does not exist. Ask which day it is.";
  const [, year = "", month = "", day = ""] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)?.toSpliced(2, 1) ?? [];
  if (isDate(isoDate(year, month, day)))
    return `is written without hyphens, or without two digits for month and day. The form is ${form}.`;
  const [, first = "", second = "", last = ""] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text)?.toSpliced(2, 1) ?? [];
  if (last.length === 2) return `has a two-digit year. Ask which year, month and day it is. The form is ${form}.`;
  const [dayFirst, monthFirst] = [isDate(isoDate(last, second, first)), isDate(isoDate(last, first, second))];
  if (dayFirst && monthFirst && Number(first) !== Number(second))
    return `can be read with the day first or the month first. Ask which is meant. The form is ${form}.`;
  return dayFirst || monthFirst ? `does not begin with the year. The form is ${form}.` : undefined;
}

function isoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function dateTimeDefect(text: string): string | undefined {
  if (isDate(text)) return "has no time of day and no time zone. Ask for both.";
  const [date = "", time] = text.split(/[Tt ]/, 2);
  if (time === undefined || !isDate(date)) return dateDefect(date, dateTimeForm);
  const rest = text.slice(date.length + 1).trim();
  const joined = `${date}T${rest}`;
  if (isDateTime(joined)) return "has a space between date and time, where the form has a T.";
  return timeDefect(rest, (other) => isDateTime(`${date}T${other}`));
}

// What a time lacks, told by adding it.
function timeDefect(time: string, isValid: (time: string) => boolean): string | undefined {
  const withSeconds = time.replace(/^(\d\d:\d\d)(?!:)/, "$1:00");
  if (isValid(`${time}Z`)) return "has no time zone. Ask which one it is in (UTC would end in Z).";
  if (isValid(withSeconds)) return "has no seconds. Ask for them (a full minute would be :00).";
  if (isValid(`${withSeconds}Z`)) return "has no seconds and no time zone. Ask for both (UTC would end in Z).";
  if (isValid(time.replace(/ ?([+-]\d\d)(\d\d)?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`)))
    return "has a time zone that is not in the form +hh:mm or -hh:mm.";
  return /^\d\d:\d\d(?::\d\d)?/.test(time) && !/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?/.test(time)
    ? "is a time of day that does not exist. Ask which time it is."
    : undefined;
}

function emailDefect(text: string): string | undefined {
  if (!text.includes("@")) return "has no @. Ask for the complete address.";
  if (/[<>]/.test(text) || text.startsWith("mailto:"))
    return "has more than the address itself. The form is name@domain.";
  if (/[,;\s]/.test(text)) return "has a space or separator: this is one address, in the form name@domain.";
  if (text.endsWith("@")) return "has no domain after the @. Ask for the complete address.";
  return text.startsWith("@") ? "has no name before the @. Ask for the complete address." : undefined;
}

function hostnameDefect(text: string): string | undefined {
  if (text.includes("://")) return "is a URL. A hostname has no scheme, port or path.";
  if (/[:/]/.test(text)) return "has a port or path, which a hostname cannot have.";
  return text.includes("_") ? "has an underscore, which a hostname cannot have." : undefined;
}

function schemeDefect(text: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:\/|$))/.test(text)
    ? undefined
    : "has no scheme. Ask for the complete address (on the web it begins with https:// or http://).";
}

const notInUri = /[^!#-;=?-[\]_a-z~]/u;
const notInIri = /[^!#-;=?-[\]_a-z~\u{a0}-\u{10ffff}]/u;

function characterDefect(text: string, refused: RegExp): string | undefined {
  if (/\s/.test(text)) return "contains whitespace. A space is written %20; remove line breaks and tabs.";
  if (/%(?![\da-f]{2})/i.test(text)) return "has a % that is not followed by two hexadecimal digits.";
  // Brackets are around an IPv6 address only, and the first # begins the fragment.
  const rest = text.replace(/^[^/?#]*\/\/[^/?#]*/, "");
  const [character] = refused.exec(text) ?? /[[\]]|(?<=#.*)#/.exec(rest) ?? [];
  return character && `contains ${quoted(character)}, which is not allowed there unless it is percent-encoded.`;
}

function uuidDefect(text: string): string | undefined {
  const bare = text.replace(/^urn:uuid:/i, "").replace(/^[{(](.*)[)}]$/, "$1");
  if (bare !== text && matchesFormat("uuid", bare))
    return "has more than the UUID itself. The form is 8-4-4-4-12 hexadecimal digits.";
  const digits = text.replaceAll("-", "");
  if (!/^[\da-f]{16,}$/i.test(digits)) return undefined;
  if (digits.length !== 32) return `has ${digits.length} hexadecimal digits; a UUID has 32. Ask for the complete one.`;
  return "does not have its hyphens where the form 8-4-4-4-12 has them.";
}

function pointerDefect(text: string): string | undefined {
  if (/^#(?:\/|$)/.test(text))
    return "is a JSON Pointer as a URI fragment: the pointer itself has no # before it and no percent-encoding.";
  if (!text.startsWith("/")) return "does not begin with /, as a JSON Pointer does.";
  return /~(?![01])/.test(text) ? "has a ~ that is not part of ~0 or ~1." : undefined;
}
