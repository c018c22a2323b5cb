import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import * as library from "@hyperjump/json-schema-formats";
import fc from "fast-check";
import { compileFormat } from "./formats.ts";

/** Another implementation of each format, and strings of its form to change. */
const others: { readonly [format: string]: readonly [test: (text: string) => boolean, ...forms: readonly RegExp[]] } = {
  date: [library.isDate, /^\d{4}-[01]\d-[0-3]\d$/, /^(2000|1900|2024|2023)-02-(28|29|30)$/],
  time: [library.isTime, /^[0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,3})?([zZ]|[+-][0-2]\d:[0-6]\d)$/],
  "date-time": [
    library.isDateTime,
    /^\d{4}-[01]\d-[0-3]\d[tT ][0-2]\d:[0-6]\d:[0-6]\d(\.\d{1,3})?([zZ]|[+-][0-2]\d:[0-6]\d)$/,
    /^(19[6-9]|20[01])\d-(12-31|06-30|10-31|07-31)T23:59:60(\.\d)?Z$/,
    /^(1990|1998)-12-31T(15:59:60-08:00|00:59:60\+01:00)$/,
    /^1999-01-01T0[0-2]:59:60\+01:00$/,
  ],
  duration: [library.isDuration, /^P(\d[YMDWHS]){0,4}(T(\d[HMSD]){0,4})?$/],
  email: [
    library.isEmail,
    /^[\w.+ "\\-]{0,6}@[a-z0-9.-]{0,8}$/,
    /^a@\[(IPv6:[0-9a-f:]{2,12}|(\d{1,3}\.){3}\d{1,3}|tag:x)\]$/,
    /^"[ -~]{0,4}"@a$/,
  ],
  hostname: [library.isHostname, /^[a-z0-9.-]{0,10}$/, /^[a-z]{62,64}(\.a)?$/, /^(a\.){126,127}a?$/],
  ipv4: [library.isIPv4, /^(\d{1,3}\.){2,4}\d{1,3}$/],
  ipv6: [library.isIPv6, /^([0-9a-f]{0,4}:){1,8}([0-9a-f]{0,4}|1\.2\.3\.\d{1,3})$/, /^::([0-9a-f]:){0,6}[0-9a-f]?$/],
  uri: [library.isUri, /^[a-z]{1,3}:(\/\/)?[a-z%@:[\]/?#]{0,8}$/],
  iri: [library.isIri, /^[a-z]{1,3}:(\/\/)?[a-zäö%@:/?#]{0,8}$/],
  "uri-reference": [library.isUriReference, /^[a-z%@:/?#[\]]{0,8}$/],
  "iri-reference": [library.isIriReference, /^[a-zäö%@:/?#[\]]{0,8}$/],
  "uri-template": [library.isUriTemplate, /^[a-z{}%0-9,:*+#.]{0,8}$/, /^\{[+#]?[a-z%2.]{1,4}(:\d{1,5}|\*)?\}$/],
  uuid: [library.isUuid, /^[0-9a-fA-FgG]{8}-([0-9a-f]{4}-){3}[0-9A-F]{11,13}$/],
  "json-pointer": [library.isJsonPointer, /^[/~01a]{0,8}$/],
  "relative-json-pointer": [library.isRelativeJsonPointer, /^[0-9+\-/#~a]{0,6}$/],
  regex: [library.isRegex, /^[a-z()[\]{}?*+\\^$|.]{0,6}$/],
};

for (const [format, [other, ...forms]] of Object.entries(others)) {
  test(`${format} agrees with another implementation`, () => {
    const isOfFormat = compileFormat(format, () => {});
    const strings = forms.map((form) => fc.stringMatching(form));
    const text = fc.oneof(...strings, fc.string({ unit: "binary", maxLength: 8 }), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(text, (candidate) => assert.equal(isOfFormat(candidate), accepts(other, candidate), candidate)),
      propertyRuns(),
    );
  });
}

// It throws for address literals that it does not know.
function accepts(test: (text: string) => boolean, text: string): boolean {
  try {
    return test(text);
  } catch {
    return false;
  }
}
