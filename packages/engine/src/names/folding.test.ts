import assert from "node:assert/strict";
import { test } from "node:test";
import { parseScalarText } from "../json/parse-scalar-text.ts";
import { findFoldedMatch, isSameName } from "./folding.ts";

// Pairs of different values. Assay must never suggest one of them instead of the other.
const distinctValues = [
  ...["A A-", "AA- AA", "O- O", "O+ O-", "AB AB+", "-1 1", "+1 1", "12 1-2", "v11 v1_1", "2-10 210", "1 1st"],
  ...["mW MW", "mg Mg", "Mbps MBps", "Kb KB", "mWh MWh", "kb Kb", "pH PH", "Pa pA", "Gy GY", "mmHg MMhG", "dBm DBM"],
  ...["us US", "no NO", "T-1 T1", "h-2 h2", "C C++", "C# C", "F F#", "-kg kg", "a_ a", "_low low", "low- low"],
  ...["v1.1 v11", "3.5 35", "1_000 1000", "IP-67 IP67", "low/high lowhigh", "low.high lowhigh", "lów low"],
].map((pair) => pair.split(" ") as [string, string]);

const sameValues: readonly (readonly [written: string, value: string])[] = [
  ["usd", "USD"],
  ["Low", "low"],
  ["LOW", "low"],
  ["In Progress", "in-progress"],
  ["in_progress", "inProgress".toLowerCase()],
  ["Fast ", "fast"],
  [" A-", "A-"],
  ["Parcel Route", "parcel-route"],
  ["parcel  route", "parcel-route"],
  ["E-Mail", "email"],
  ["cafe\u0301", "caf\u00e9"],
];

const distinctNumberNames = [
  ...["outputmW outputMW", "rateMbps rateMBps", "sizeMb sizeMB", "sizemb sizeMB", "loadmN loadMN", "massMg massmg"],
  ...["capacitymAh capacityMAh", "leakpA leakPA", "rateKBps rateKbps", "doseMGy dosemGy", "x1_2 x12"],
].map((pair) => pair.split(" ") as [string, string]);

const sameNames: readonly (readonly [written: string, name: string])[] = [
  ["generator_name", "generatorName"],
  ["Generator Name", "generatorName"],
  ["GENERATOR-NAME", "generatorName"],
  ["RATED_LOAD_KG", "ratedLoadKg"],
  ["rated_load_kg", "ratedLoadKg"],
  ["RatedLoadKg", "ratedLoadKg"],
  ["line_1", "line1"],
];

test("values that differ in a sign or in meaningful case are different values", () => {
  for (const pair of distinctValues) {
    for (const [written, value] of [pair, pair.toReversed() as [string, string]])
      assert.equal(findFoldedMatch(written, [value]), undefined, `${written} is not ${value}`);
  }
});

test("values that differ only in whitespace, case and separators are the same value", () => {
  for (const [written, value] of sameValues) assert.equal(findFoldedMatch(written, ["other", value]), value, written);
});

test("treats the first letter as a prefix if other listed values differ only in it", () => {
  for (const listed of [
    ["ohm", "kohm", "mohm"],
    ["kohm", "mohm"],
    ["mohm", "ohm"],
    ["mwatt", "kwatt"],
  ])
    assert.equal(findFoldedMatch(listed.at(-1) === "kwatt" ? "Mwatt" : "Mohm", listed), undefined, listed.join());
  assert.equal(findFoldedMatch("Mohm", ["mohm", "volt"]), "mohm");
  assert.equal(findFoldedMatch("Kohm", ["ohm", "kohm", "mohm"]), undefined);
  assert.equal(findFoldedMatch("mohm", ["ohm", "kohm", "mohm"]), "mohm");
});

test("a value that folds to two listed values matches neither, unless it equals one of them", () => {
  assert.equal(findFoldedMatch("LOW", ["low", "Low"]), undefined);
  assert.equal(findFoldedMatch("in progress", ["in-progress", "in_progress"]), undefined);
  assert.equal(findFoldedMatch(" Low", ["low", "Low"]), "Low");
});

test("case matters in numeric property names unless they have a single case or differ only in the first letter", () => {
  for (const pair of distinctNumberNames) {
    const [written, name] = pair;
    // If both names are all lower case, case carries no meaning.
    const isLowerCase = written === written.toLowerCase() && written.toLowerCase() === name.toLowerCase();
    assert.equal(isSameName(written, name, true), isLowerCase, `${written} and ${name}`);
  }
  for (const [written, name] of sameNames) {
    for (const isNumber of [true, false]) assert.ok(isSameName(written, name, isNumber), written);
  }
  assert.ok(isSameName("generatorNAME", "generatorName", false));
  assert.ok(!isSameName("generatorName-", "generatorName", false));
  assert.ok(!isSameName("-generatorName", "generatorName", false));
});

test("reads a string as a number only in JSON notation, and not if its point could separate thousands", () => {
  for (const text of ["1.204", "1,204", "007", "1.0", "1e3", "+1", "-0", "1-2", "5k", "NaN", "", "1 000", "1e21x"])
    assert.equal(parseScalarText(text), undefined, text);
  for (const text of ["12", "-1", "0.5", "1.2045", "1e+21"]) assert.equal(parseScalarText(text), Number(text), text);
  assert.equal(parseScalarText("True"), true);
  assert.equal(parseScalarText(" FALSE "), false);
});
