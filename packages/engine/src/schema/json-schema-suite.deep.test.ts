import assert from "node:assert/strict";
import test from "node:test";
import { formats, type Json, type JsonSchema, type SpecProblem } from "@assay/contract";
import { type SuiteGroup, suiteGroups, suiteSkipReason } from "@assay/testing/corpora/json-schema-suite";
import { valueCandidate, valueSpec } from "@assay/testing/corpora/value-spec";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale, propertyRuns } from "@assay/testing/scale";
import { sha256 } from "@assay/testing/sha256";
import { isDate, isDateTime, isEmail, isUuid } from "@hyperjump/json-schema-formats";
import fc from "fast-check";
import { lintPatterns } from "../compile/lint-patterns.ts";
import { lintReferences } from "../compile/lint-references.ts";
import { createLintShape } from "../compile/lint-shape.ts";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "../index.ts";
import { createMeter } from "../meter.ts";
import { accepts as acceptsPart } from "./accepts.ts";
import { fastPatterns } from "./formats.ts";
import { readSchema } from "./read-schema.ts";

interface Disagreement {
  readonly group: string;
  readonly test: string;
  readonly reason: string;
}

const formatDisagreements: readonly Disagreement[] = [
  "a valid time string with leap second, Zulu",
  "valid leap second, zero time-offset",
  "valid leap second, positive time-offset",
  "valid leap second, large positive time-offset",
  "valid leap second, negative time-offset",
  "valid leap second, large negative time-offset",
].map((name) => ({
  group: "time: validation of time strings",
  test: name,
  reason: "a time without a date does not show whether its day has a leap second, so none is accepted",
}));

/** Groups in which a keyword of the profile has a value that Assay refuses, each with the path of that value. */
const refusedByValue: { readonly [group: string]: string } = {
  "enum: empty enum": "/enum",
  // Invisible characters are refused.
  "const: nul characters in strings": "/const",
  "enum: nul characters in strings": "/enum/0",
  "properties: properties with escaped characters": "/properties",
  "required: required with escaped characters": "/required/5",
  "vocabulary: schema that uses custom metaschema with with no validation vocabulary": "/$schema",
  "vocabulary: ignore unrecognized optional vocabulary": "/$schema",
  "format-assertion: schema that uses custom metaschema with format-assertion: false": "/$schema",
  "format-assertion: schema that uses custom metaschema with format-assertion: true": "/$schema",
};

/** Limits that a spec package must set alongside a format. Every value in the suite's format tests is within them. */
const bounds = { maxLength: 1024, maxItems: 0, items: false, additionalProperties: false } as const;

const engine = createEngine({ sha256 });
const lintShape = createLintShape();
const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });

/** Selects the whole suite at full scale, and every fifth group otherwise. */
const selectGroups = (part?: "optional") => suiteGroups(part).filter((_, index) => isFullScale || index % 5 === 0);

test("gives the same verdicts as the JSON Schema test suite, or names the keyword that it refuses", {
  skip: suiteSkipReason,
}, () => {
  const outcome = runSuite(selectGroups());
  // These groups are mostly about patterns.
  const optional = runSuite(selectGroups("optional"));
  printFigure("JSON Schema suite: groups, tests run", `${outcome.groups}, ${outcome.tests}`, "220, 800 at full scale");
  printFigure("JSON Schema suite, optional: tests run", optional.tests, "95 at full scale");
  printFigure("JSON Schema suite: groups refused by keyword", outcome.refused, "none without naming it");
  assert.deepEqual([outcome.disagreed, optional.disagreed], [[], []]);
  assert.ok(!isFullScale || (outcome.groups >= 220 && outcome.tests >= 800 && optional.tests >= 95));
});

test("asserts formats as the suite expects, without printing anything", { skip: suiteSkipReason }, () => {
  const outcome = createOutcome();
  const seen = new Set<string>();
  const printed = countPrinted(() => {
    for (const group of suiteGroups("optional/format")) {
      if (!(formats as readonly string[]).includes(group.file)) continue;
      seen.add(group.file);
      // A host name is ASCII (RFC 1123, section 2.1), so Punycode is not decoded.
      if (formatName(group) === "hostname: validation of A-label (punycode) host names") continue;
      const compiled = engine.compileSpec(valueSpec({ ...(group.schema as object), ...bounds } as JsonSchema, bounds));
      if (compiled.kind === "broken") assert.fail(`${formatName(group)}: ${JSON.stringify(compiled.problems)}`);
      else runGroup(group, (value) => accepts(compiled.spec, value), outcome);
    }
  });
  const accepted = formatDisagreements.length;
  printFigure("JSON Schema suite, formats: tests run", outcome.tests, "at least 450");
  printFigure("JSON Schema suite, formats: verdicts that disagree", outcome.disagreed.length, `${accepted}, as listed`);
  assert.deepEqual([...seen].sort(), [...formats].sort());
  assert.deepEqual(outcome.disagreed, toNames(formatDisagreements));
  assert.ok(outcome.tests >= 450, `${outcome.tests} tests run`);
  assert.equal(printed, 0);
});

test("a fast pattern accepts only strings in its format", () => {
  const complete = { date: isDate, "date-time": isDateTime, email: isEmail, uuid: isUuid };
  assert.deepEqual(Object.keys(fastPatterns).sort(), Object.keys(complete).sort());
  for (const [format, holds] of Object.entries(complete)) {
    const pattern = fastPatterns[format as keyof typeof complete] ?? /^$/;
    fc.assert(
      fc.property(fc.stringMatching(pattern), (text) => holds(text)),
      propertyRuns(),
    );
  }
});

interface Outcome {
  groups: number;
  tests: number;
  refused: number;
  readonly disagreed: string[];
}

function createOutcome(): Outcome {
  return { groups: 0, tests: 0, refused: 0, disagreed: [] };
}

function runSuite(groups: readonly SuiteGroup[]): Outcome {
  const outcome = createOutcome();
  for (const group of groups) {
    // These groups treat formats as annotations.
    if (group.file === "format") continue;
    const problems = findProblems(group.schema);
    if (problems.length === 0) {
      const { root } = readSchema(group.schema);
      runGroup(group, (value) => acceptsPart(root, value, createMeter(1e9)), outcome);
      continue;
    }
    outcome.refused += 1;
    const refusedPath = refusedByValue[formatName(group)];
    const isNamed = problems.some(({ code, at }) =>
      refusedPath === undefined
        ? ["spec.keyword", "spec.reference", "spec.pattern"].includes(code) && at.startsWith("/fieldTypes/t/schema/")
        : at === `/fieldTypes/t/schema${refusedPath}`,
    );
    assert.ok(isNamed, `${formatName(group)} is refused with ${JSON.stringify(problems)}`);
  }
  return outcome;
}

// Finds out why a spec package cannot contain a schema, apart from missing limits.
function findProblems(schema: JsonSchema): readonly SpecProblem[] {
  const shape = lintShape(JSON.parse(new TextDecoder().decode(valueSpec(schema))));
  if ("problems" in shape) return shape.problems;
  const path = ["fieldTypes", "t", "schema"];
  const references = lintReferences(schema, path);
  return references.length > 0 ? references : lintPatterns(schema, path);
}

function runGroup(group: SuiteGroup, isValid: (value: Json) => boolean, outcome: Outcome): void {
  outcome.groups += 1;
  for (const { description, data, valid } of group.tests) {
    outcome.tests += 1;
    if (isValid(data) !== valid) outcome.disagreed.push(`${formatName(group)} > ${description}`);
  }
}

// Puts a value into a sample record. An invalid value must cause the only error in the candidate.
function accepts(spec: CompiledSpec, value: Json): boolean {
  const { valid, diagnostics } = engine.validate({ spec, registry, candidate: valueCandidate(value) });
  const errors = diagnostics.map(({ code, path }) => `${code} ${path}`);
  assert.deepEqual(errors, valid ? [] : ["sample.value-type /sampleRecords/0/v"]);
  return valid;
}

// The engine prints nothing, but a dependency might.
function countPrinted(run: () => void): number {
  const { log, warn, error } = console;
  let lines = 0;
  const count = () => {
    lines += 1;
  };
  Object.assign(console, { log: count, warn: count, error: count });
  try {
    run();
  } finally {
    Object.assign(console, { log, warn, error });
  }
  return lines;
}

function formatName({ file, description }: SuiteGroup): string {
  return `${file}: ${description}`;
}

function toNames(known: readonly Disagreement[]): readonly string[] {
  return known.map(({ group, test: name }) => `${group} > ${name}`);
}
