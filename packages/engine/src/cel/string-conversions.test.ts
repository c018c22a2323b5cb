import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { isCelError } from "@bufbuild/cel";
import { evaluateCel } from "../../test/evaluate-cel.ts";
import { shortenReason } from "./type-names.ts";

function readReason(source: string): string {
  const result = evaluateCel(source);
  assert.ok(isCelError(result), source);
  return shortenReason(result.message);
}

test("an error quotes the string that cannot be converted, and names the type", () => {
  assert.equal(
    readReason("timestamp('2024-13-01T00:00:00Z')"),
    "'2024-13-01T00:00:00Z' cannot be converted to a timestamp",
  );
  assert.equal(readReason("timestamp('soon')"), "'soon' cannot be converted to a timestamp");
  assert.equal(readReason("duration('P1D')"), "'P1D' cannot be converted to a duration");
  assert.equal(readReason("int('many')"), "'many' cannot be converted to an integer");
  assert.equal(readReason("uint('-1')"), "'-1' cannot be converted to an unsigned integer");
  assert.equal(readReason("bool('yes')"), "'yes' cannot be converted to a boolean");
});

test("refuses strings that are not numbers in CEL", () => {
  for (const text of ["", " ", "many", "1,5", "0x10", "0b11", " 7", "7 ", "1_0"]) {
    for (const name of ["int", "uint", "double"]) assert.match(readReason(`${name}('${text}')`), /cannot be converted/);
  }
  assert.equal(evaluateCel("double('1e3') == 1000.0 && int('-7') == -7 && uint('7') == 7u"), true);
});

test("refuses strings that CEL does not allow, even if JavaScript accepts them", () => {
  for (const source of ["double('1e400')", "duration('-')", "duration('+')", "uint('-0')"]) {
    assert.match(readReason(source), /cannot be converted/, source);
  }
  for (const time of ["2023-02-29T00:00:00Z", "2023-02-30T00:00:00Z", "2023-04-31T00:00:00Z", "2023-01-01T24:00:00Z"]) {
    assert.match(readReason(`timestamp('${time}')`), /cannot be converted/, time);
  }
  assert.equal(evaluateCel("double('-Infinity') < 0.0 && double('.5') == 0.5 && int('+5') == 5"), true);
  assert.equal(evaluateCel("timestamp('2024-02-29T23:59:59+01:00').getDate()"), 29n);
});

test("timestamp() accepts every date-time: year 0, leap seconds, and offsets in the first and last year", () => {
  for (const [earlier, later] of [
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:01z"],
    ["0000-12-31T23:59:59.9Z", "0001-01-01T00:00:00+00:00"],
    ["0001-01-01T00:00:00+23:00", "0001-01-01T00:00:00Z"],
    ["2016-12-31T23:59:59Z", "2016-12-31T23:59:60Z"],
    ["2017-01-01T00:59:60.5+01:00", "2017-01-01T00:00:01Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:00"],
  ]) {
    assert.equal(evaluateCel(`timestamp('${earlier}') < timestamp('${later}')`), true, earlier);
  }
  assert.equal(evaluateCel("timestamp('0000-06-01T00:00:00Z').getFullYear()"), 0n);
});

test("an error quotes only the beginning of a long string, so that the explanation is not cut", () => {
  for (const name of ["timestamp", "duration", "int", "uint", "double", "bool"]) {
    const reason = readReason(`${name}('${"x".repeat(500)}')`);
    assert.ok(reason.length <= limits.outsideText && !reason.endsWith("x"), reason);
  }
});
