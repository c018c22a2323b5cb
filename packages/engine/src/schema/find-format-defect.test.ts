import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { findFormatDefect } from "./find-format-defect.ts";

const ambiguous = {
  date: ["tomorrow", "3/4/2027", "03.04.27", "2026-11-31", "TBD"],
  "date-time": ["2027-03-04", "2027-03-04T10:00:00", "3/4/2027T10:00:00Z"],
  time: ["10:00", "noon"],
  email: ["ada", "@example.org", "Ada Diaz"],
  uri: ["example.org", "//example.org/a", "example.org:80"],
  uuid: ["3f0c6f0e", "none"],
};
const unambiguous = {
  date: ["30 September 2027", " 2027-03-04", "2027/3/4", "2027-03-04T00:00:00Z"],
  "date-time": ["2027-03-04 10:00:00Z", "30 September 2027 10:00:00+02:00"],
  time: ["10:00:00+0200"],
  email: ["Ada <ada@example.org>"],
  uri: ["https://example.org/a b"],
  uuid: ["urn:uuid:123e4567-e89b-12d3-a456-426614174000", "{3F0C6F0E6F0A4D7E9A550D3C9F6A1B27}"],
  ipv4: ["192.0.2.1:80"],
};

test("a string is ambiguous if it lacks information or has two readings, but not if only its notation differs", () => {
  for (const [strings, isAmbiguous] of [
    [ambiguous, true],
    [unambiguous, false],
  ] as const) {
    for (const [format, texts] of Object.entries(strings)) {
      for (const text of texts)
        assert.equal(findFormatDefect(format, text).isAmbiguous, isAmbiguous, `${format} ${text}`);
    }
  }
});

test("describes each format briefly, without an example value that an author could paste", () => {
  const property = fc.property(fc.constantFrom(...formats), fc.string({ maxLength: 300 }), (format, text) => {
    const { defect } = findFormatDefect(format, text);
    assert.doesNotMatch(defect, /\d{4}-\d\d|\+\d\d:\d\d|@\w+\.\w/);
    assert.ok(defect.length <= limits.specPackageText, defect);
  });
  fc.assert(property, propertyRuns());
});
