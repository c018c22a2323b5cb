import type { formats } from "@assay/contract";

type Format = (typeof formats)[number];

/** Describes what a format requires: the rest of a sentence whose subject is a string in another form. */
export function describeFormatDefect(format: string): string {
  return forms[format as Format] ?? `is not a valid ${format}.`;
}

const forms: { readonly [format in Format]: string } = {
  date: "is not a valid date. The form is YYYY-MM-DD.",
  "date-time": "is not a valid date-time. The form is YYYY-MM-DDThh:mm:ss, then Z or an offset (+hh:mm or -hh:mm).",
  time: "is not a valid time. The form is hh:mm:ss, then Z or an offset (+hh:mm or -hh:mm).",
  duration:
    "is not a valid duration. The form is P, then a whole number for each unit: PnYnMnD, PTnHnMnS or PnW alone.",
  email: "is not a valid email address. The form is name@domain.",
  hostname:
    "is not a valid hostname. It consists of labels of ASCII letters, digits and hyphens, separated by single dots, without a scheme, port or path.",
  ipv4: "is not a valid IPv4 address. It consists of four numbers from 0 to 255 without leading zeros, separated by dots.",
  ipv6: "is not a valid IPv6 address. It consists of eight groups of one to four hexadecimal digits, separated by colons; :: stands for groups of zeros.",
  uri: "is not a valid URI (RFC 3986). It begins with a scheme and a colon. Spaces and non-ASCII letters must be percent-encoded.",
  "uri-reference": "is not a valid URI reference (RFC 3986). Spaces and non-ASCII letters must be percent-encoded.",
  uuid: "is not a valid UUID. The form is 8-4-4-4-12 hexadecimal digits.",
};
