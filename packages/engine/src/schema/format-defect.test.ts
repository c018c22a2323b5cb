import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { formatDefect } from "./format-defect.ts";
import { compileFormat } from "./formats.ts";

const defects: readonly (readonly [format: string, text: string, part: string])[] = [
  ["date-time", "2026-11-01T10:00:00", "no time zone. Ask"],
  ["date-time", "2026-11-01 10:00:00", "no time zone. Ask"],
  ["date-time", "2026-11-01 10:00:00Z", "a space between date and time"],
  ["date-time", "2026-11-01T10:00Z", "no seconds. Ask"],
  ["date-time", "2026-11-01T10:00", "no seconds and no time zone. Ask"],
  ["date-time", "2026-11-01", "no time of day and no time zone. Ask"],
  ["date-time", "2026-11-01T10:00:00+0200", "time zone that is not in the form"],
  ["date-time", "2026-02-30T10:00:00Z", "day that does not exist. Ask"],
  ["date-time", "2026-11-01T25:00:00Z", "time of day that does not exist. Ask"],
  ["date-time", "01/02/2026 10:00", "day first or the month first. Ask"],
  ["date-time", "tomorrow", "is not a valid date-time"],
  ["date", "2026-02-30", "day that does not exist. Ask"],
  ["date", "2027-3-1", "two digits for month and day"],
  ["date", "2027/03/01", "hyphens"],
  ["date", "01/02/2026", "day first or the month first. Ask"],
  ["date", "25.12.2026", "does not begin with the year"],
  ["date", "02/02/2026", "does not begin with the year"],
  ["date", "01/02/26", "two-digit year. Ask"],
  ["date", "2026-11-01T10:00:00Z", "a time of day"],
  ["date", "45/45/2026", "is not a valid date"],
  ["time", "10:00:00", "no time zone. Ask"],
  ["duration", "2 hours", "is not a valid duration"],
  ["email", "ada.example.org", "no @. Ask"],
  ["email", "Ada <ada@example.org>", "more than the address"],
  ["email", "ada@", "no domain"],
  ["uri", "www.example.org/cards", "no scheme. Ask"],
  ["uri", "example.org:8080/cards", "no scheme. Ask"],
  ["uri", "https://example.org/a b", "A space is written %20"],
  ["uuid", "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b2", "has 31 hexadecimal digits"],
  ["uri", "https://example.org/straße", 'contains "ß"'],
  ["uri", "https://example.org/{id}", 'contains "{"'],
  ["uri", "https://example.org/?tag[]=a", 'contains "["'],
  ["uri", "https://[::1]/a#b#c", 'contains "#"'],
  ["uri", "https://example.org/%zz", "a % that is not followed"],
  ["uri", "https://example.org:8o80/", "is not a valid URI (RFC 3986)"],
  ["iri", "https://example.org/straße|a", 'contains "|"'],
  ["uri-reference", "/straße", 'contains "ß"'],
  ["uri-reference", "//example.org:8o80/", "is not a valid URI reference"],
  ["uuid", "3f0c6f0e6f0a4d7e9a550d3c9f6a1b27", "does not have its hyphens where"],
  ["uuid", "{3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27}", "more than the UUID"],
  ["uuid", "ada", "is not a valid UUID"],
  ["hostname", "https://example.org", "is a URL"],
  ["hostname", "-ab--cd.example", "is not a valid hostname"],
  ["hostname", "example.org.", "separated by single dots"],
  ["ipv4", "10.0.0.1:80", "a colon"],
  ["ipv4", "010.0.0.1", "without leading zeros"],
  ["duration", "PT0.5S", "a whole number"],
  ["json-pointer", "#/owner/kind", "as a URI fragment"],
  ["json-pointer", "owner/kind", "does not begin with /"],
  ["date", " 2026-11-01", "surrounding whitespace"],
  ["date", " 2026-11-31 ", "day that does not exist. Ask"],
];

test("a string that is not in its format is told what is most likely wrong with it", () => {
  for (const [format, text, part] of defects) {
    const defect = formatDefect(format, text);
    assert.ok(defect.includes(part), `${format} ${text}: ${defect}`);
  }
});

test("what a string does not say is asked for, and no sentence holds a value that could be pasted for it", () => {
  for (const [format, text] of defects) {
    const defect = formatDefect(format, text);
    assert.ok(!/\b(?:add|append|insert)\b/i.test(defect), defect);
    assert.ok(!/\d{4}-\d\d|\+\d\d:\d\d|@\w+\.\w/.test(defect), defect);
  }
});

test("every format has a sentence for any string, short enough for an answer", () => {
  const property = fc.property(fc.constantFrom(...formats), fc.string({ maxLength: 300 }), (format, text) => {
    const defect = formatDefect(format, text);
    assert.match(defect, /^(?:is|has|can|does|contains) .*\.$/s);
    assert.ok(defect.length <= limits.specPackageText, defect);
  });
  fc.assert(property, propertyRuns());
});

const zoned = (text: string) => ["Z", "+05:30", "-11:00"].map((zone) => text + zone);
const days = ["2027-03-01", "2028-02-29"];
const times = days.flatMap((day) => zoned(`${day}T10:20:30`));
const names = ["name@domain", "ada@example.org"];
const labels = ["a", "example.org", `1-b.${"c".repeat(63)}`];
const uuids = ["3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27"];

/** Strings that somebody writes who takes the forms in the messages of each format at their word. */
const inForms: { readonly [format: string]: { readonly [form: string]: readonly string[] } } = {
  date: { "YYYY-MM-DD": days },
  "date-time": {
    "YYYY-MM-DDThh:mm:ss, then Z or an offset (+hh:mm or -hh:mm)": times,
    "+hh:mm or -hh:mm": times.slice(1),
  },
  time: {
    "hh:mm:ss, then Z or an offset (+hh:mm or -hh:mm)": zoned("10:20:30"),
    "+hh:mm or -hh:mm": zoned("10:20:30").slice(1),
  },
  duration: { "P, then a whole number for each unit: PnYnMnD, PTnHnMnS or PnW alone": ["P1Y2M3D", "PT4H5M6S", "P7W"] },
  email: { "name@domain": names },
  hostname: {
    "at most 253 characters: labels of 1 to 63 ASCII letters, digits and hyphens, separated by single dots": labels,
  },
  ipv4: { "four numbers from 0 to 255 without leading zeros, separated by dots": ["0.10.200.255"] },
  ipv6: { "eight groups of one to four hexadecimal digits, separated by colons": ["2001:0db8:0:0:0:0:a:7"] },
  uuid: { "8-4-4-4-12 hexadecimal digits": uuids },
  "json-pointer": { "/ before each token": ["/a", "/a/0"] },
  "relative-json-pointer": { "a number, then # or a JSON Pointer": ["0#", "1/a"] },
};

test("what a message gives as the form of a format is accepted", () => {
  const texts = [
    "",
    " ",
    "x",
    "25.12.2026 10:00:00Z",
    "2027-3-1T10:00:00Z",
    "01/02/26 10:00",
    "10:00:00+0200",
    ...defects.map(([, text]) => text),
  ];
  for (const format of formats) {
    const accepts = compileFormat(format, () => {});
    const told = new Set<string>();
    for (const text of texts.filter((each) => !accepts(each))) {
      const [, form] = /(?:The form is|in the form) ([^;)]*?(?:\(.*?\))?)[;.]/.exec(formatDefect(format, text)) ?? [];
      if (form !== undefined) told.add(form);
    }
    assert.deepEqual([...told].sort(), Object.keys(inForms[format] ?? {}).sort(), format);
    for (const text of Object.values(inForms[format] ?? {}).flat()) assert.ok(accepts(text), `${format}: ${text}`);
  }
});
