import { compareErrors, type ReportedTestError, type TestOutcome } from "@assay/engine";
import type { Source } from "../draft/read-draft.ts";
import { toSpan } from "../reports/locate-diagnostics.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import type { Role, Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { wrapWithLead } from "../terminal/wrap.ts";

type TestError = TestOutcome["expected"][number];

const labels: { readonly [outcome in TestOutcome["outcome"]]: { readonly label: string; readonly role: Role } } = {
  passed: { label: "pass   ", role: "fix" },
  failed: { label: "FAIL   ", role: "error" },
  "not-run": { label: "not run", role: "warning" },
};

const indent = " ".repeat(9);

/** Formats test results as a test runner does. The place and the errors of a failed test follow its name. */
export function testLines(tests: readonly TestOutcome[], source: Source, style: Style): readonly string[] {
  const { paint, width } = style;
  return tests.flatMap((test, index) => {
    const { label, role } = labels[test.outcome];
    const head = wrapWithLead(`${paint(role, label)}  `, indent.length, toPrintable(test.name), width);
    if (test.outcome !== "failed") return head;
    const place = `${indent}${formatPlace(source, findTestName(index, source).from)}`;
    return [...head, paint("dim", place), ...errorLines(test, style)];
  });
}

/** Formats the tests for programs, each with the place of its name. */
export function testDocuments(tests: readonly TestOutcome[], source: Source): readonly object[] {
  return tests.map((test, index) => ({ ...test, place: toSpan(findTestName(index, source), source) }));
}

function findTestName(index: number, { places }: Source): { readonly from: number; readonly to: number } {
  return places.find(`/tests/${index}/name`);
}

// Formats a diff of expected and reported errors. The labels repeat what the signs and colors mean.
function errorLines(test: TestOutcome, style: Style): readonly string[] {
  const { absent, surplus, both, absentWarnings, surplusWarnings } = compareErrors(test);
  const lines = (sign: string, role: Role, label: string, errors: readonly TestError[]) =>
    errors.flatMap((error) => errorLine(sign, role, label, error, style));
  return [
    ...lines("-", "removed", "expected, but not reported", absent),
    ...lines("+", "added", "reported, but not expected", surplus),
    ...lines("-", "removed", "warning expected, but not reported", absentWarnings),
    ...lines("+", "added", "warning reported, but not expected", surplusWarnings),
    ...lines(" ", "dim", "expected and reported", both),
  ];
}

function errorLine(
  sign: string,
  role: Role,
  label: string,
  { code, path, rule }: TestError & Partial<ReportedTestError>,
  { paint, width }: Style,
): readonly string[] {
  const place = path === "" ? "the root" : path;
  const ruleNote = rule === undefined ? "" : ` (rule ${rule})`;
  const text = toPrintable(`${label}: ${code} at ${place}${ruleNote}`);
  return wrapWithLead(`${indent}${sign} `, indent.length + 2, text, width).map((line) => paint(role, line));
}
