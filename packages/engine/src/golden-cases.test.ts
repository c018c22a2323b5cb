import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type DiagnosticCode,
  diagnosticCatalogue,
  limits,
  proposalPackageSchema,
  specProblemCatalogue,
  verdictSchema,
} from "@assay/contract";
import {
  type GoldenCase,
  goldenCases,
  isReadingCase,
  specBytes,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import {
  type CaseAnswer,
  engine,
  findUnexpected,
  findUnexpectedReading,
  prepareCase,
  recordableParts,
  toCaseAnswer,
} from "@assay/testing/cases/run-case";
import { closeSchema } from "@assay/testing/close-schema";
import { sha256 } from "@assay/testing/sha256";
import { assertNothingHidden } from "@assay/testing/verdicts/check-verdict";
import { Ajv2020 } from "ajv/dist/2020.js";
import canonicalize from "canonicalize";
import type { ValidateInput } from "./index.ts";

const minCases = 80;
const maxRecorded = 60;
const ajv = new Ajv2020({ allErrors: true });
const isVerdict = ajv.compile(closeSchema(verdictSchema));
const isProposalPackage = ajv.compile(proposalPackageSchema);
const cases = goldenCases();

for (const { topic, content } of cases) {
  test(`${topic}: ${content.title}`, () => {
    if (isReadingCase(content)) return assertNone(findUnexpectedReading(content));
    const input = prepareCase(content);
    if ("problems" in input) checkRefusedSpec(content, input.problems);
    else checkVerdict(content, input);
  });
}

test(`there are at least ${minCases} golden cases`, (t) => {
  t.diagnostic(`figure: golden cases = ${cases.length} (bar ${minCases})`);
  assert.ok(cases.length >= minCases);
});

test(`each example in the contract has a recorded answer, and at most ${maxRecorded} cases have one`, (t) => {
  const recorded = cases.filter(({ content }) => recordableParts.some((part) => Object.hasOwn(content, part)));
  const examples = cases.filter(({ content }) => content.example !== undefined);
  t.diagnostic(`figure: golden cases with a recorded answer = ${recorded.length} (bar ${maxRecorded})`);
  assert.ok(examples.length > 0 && examples.every(({ content }) => Object.hasOwn(content, "verdict")));
  assert.ok(recorded.length <= maxRecorded);
});

for (const code of Object.keys(diagnosticCatalogue) as DiagnosticCode[]) {
  test(`${code} has a golden case and a near miss`, () => {
    assert.ok(
      cases.some((golden) => listExpectedCodes(golden).includes(code)),
      `no case expects ${code}`,
    );
    assert.ok(
      cases.some((golden) => listRecordedCodes(golden).includes(code)),
      `no recorded answer contains ${code}`,
    );
    const nearMisses = cases.filter(({ content }) => content.nearMiss === code);
    assert.ok(nearMisses.length > 0, `no case is a near miss of ${code}`);
    for (const golden of nearMisses)
      assert.ok(!listExpectedCodes(golden).includes(code), `${golden.name} expects ${code}`);
  });
}

for (const code of Object.keys(specProblemCatalogue)) {
  const skip =
    code.endsWith("-unavailable") &&
    "Golden cases run on an engine with CEL. The tests of `cel` cover an engine without it.";
  test(`${code} has a golden case`, { skip }, () => {
    assert.ok(
      cases.some((golden) => listExpectedCodes(golden).includes(code) && listRecordedCodes(golden).includes(code)),
    );
  });
}

function checkRefusedSpec(content: VerdictCase, problems: NonNullable<VerdictCase["problems"]>): void {
  assertNone(findUnexpected(content, { problems }));
  for (const problem of problems) assert.ok(Object.hasOwn(specProblemCatalogue, problem.code), problem.code);
  assertRecorded(content, { problems });
  assertNothingHidden(problems);
}

function checkVerdict(content: VerdictCase, input: ValidateInput): void {
  const { verdict, proposalPackage, idempotencyKey } = engine.build(input);
  const answer = toCaseAnswer(verdict, proposalPackage, input.spec);
  assertNone(findUnexpected(content, answer));
  assertRecorded(content, answer);
  assert.equal(JSON.stringify(engine.validate(input)), JSON.stringify(verdict), "validate and build disagree");

  assert.ok(isVerdict(verdict), ajv.errorsText(isVerdict.errors));
  assertNothingHidden(verdict);
  assert.ok(Buffer.byteLength(JSON.stringify(verdict)) <= limits.verdictBytes);
  assert.equal(proposalPackage !== undefined, verdict.valid, "a package must exist iff the candidate is valid");
  assert.equal(idempotencyKey !== undefined, verdict.valid);

  if (proposalPackage === undefined) return;
  assert.ok(isProposalPackage(proposalPackage), ajv.errorsText(isProposalPackage.errors));
  const { digest, ...rest } = proposalPackage;
  assert.equal(digest, computeDigest(rest));
  assert.equal(idempotencyKey, `assay-${digest.slice("sha256:".length)}`);
  const { next, $schema, ...spec } = JSON.parse(new TextDecoder().decode(specBytes(content)));
  assert.equal(
    proposalPackage.specPackage.digest,
    computeDigest(spec),
    "the digest of the spec package must not cover next and $schema",
  );
  const again = engine.build({ ...input, candidate: proposalPackage.candidate });
  assert.deepEqual(again.proposalPackage, proposalPackage, "building a packaged candidate again changes the package");
}

function assertNone(differences: readonly string[]): void {
  assert.equal(differences.join("\n"), "");
}

function assertRecorded(content: VerdictCase, answer: CaseAnswer): void {
  for (const part of recordableParts.filter((name) => Object.hasOwn(content, name))) {
    const hint = `"${part}" differs from the recorded answer: run npm run cases, and review the changes`;
    assert.equal(JSON.stringify(answer[part]), JSON.stringify(content[part]), hint);
  }
}

// Uses an independent implementation of RFC 8785, not the one in the engine.
function computeDigest(value: unknown): string {
  return `sha256:${sha256(canonicalize(value) ?? "")}`;
}

function listExpectedCodes({ content: { expect } }: GoldenCase): string[] {
  const { diagnostics = [], problems = [] } = expect as VerdictCase["expect"];
  return [...diagnostics, ...problems].map(({ code }) => code);
}

function listRecordedCodes({ content }: GoldenCase): string[] {
  const { verdict, problems = [] } = content as VerdictCase;
  return [...(verdict?.diagnostics ?? []), ...problems].map(({ code }) => code);
}
