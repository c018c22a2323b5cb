import { summarizeTests } from "@assay/engine";
import type { ExitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { toLogLine } from "../../reports/github-report.ts";
import type { OpenedPackage } from "../../spec-package/open-spec-package.ts";
import { problemAnnotations, problemBlocks, problemDocuments } from "../../spec-package/problem-reports.ts";
import { reportPackages, type SpecFormat } from "../../spec-package/report-packages.ts";
import { testDocuments, testLines } from "../../spec-package/test-reports.ts";
import { createStyle, paintLines } from "../../terminal/style.ts";
import { toPrintable } from "../../terminal/to-printable.ts";

/** Runs the tests of spec packages and shows what each test expected and got. */
export async function testSpecs(
  files: readonly string[],
  options: { readonly format: SpecFormat },
  io: Io,
): Promise<ExitCode> {
  return reportPackages(files, options.format, io, {
    pretty(opened) {
      const { source, compiled } = opened;
      const style = createStyle(io, io.out);
      const summary = style.paint(
        compiled.kind === "ok" ? "fix" : "error",
        `${source.name}: ${summarizeTests(compiled)}`,
      );
      const lines = [
        ...testLines(compiled.tests, source, style),
        ...(compiled.tests.length > 0 ? [""] : []),
        ...problemBlocks(listOtherProblems(opened), source, style),
        ...formatUnreported(opened).flatMap((line) => paintLines("warning", line, style)),
        summary,
      ];
      io.out.write(`${lines.join("\n")}\n`);
    },
    github(opened) {
      const { source, compiled, problems } = opened;
      const lines = [...formatUnreported(opened), `${source.name}: ${summarizeTests(compiled)}`];
      return [...problemAnnotations(problems, source), ...lines.map(toLogLine)];
    },
    json: (opened) => ({
      file: opened.source.name,
      passed: opened.compiled.kind === "ok",
      tests: testDocuments(opened.compiled.tests, opened.source),
      problems: problemDocuments(listOtherProblems(opened), opened.source),
      unreportedRules: findUnreported(opened),
    }),
    isSuccess: ({ compiled }) => compiled.kind === "ok",
  });
}

// Finds the rules that report nothing in any test. No test shows whether they work.
function findUnreported({ compiled }: OpenedPackage): readonly string[] {
  const spec = compiled.kind === "ok" ? compiled.spec : compiled.rejectedSpec;
  const errors = compiled.tests.flatMap((test) => (test.outcome === "not-run" ? [] : [...test.got, ...test.warned]));
  const reported = new Set(errors.map(({ rule }) => rule));
  return (spec?.document.rules ?? []).map(({ id }) => id).filter((id) => !reported.has(id));
}

function formatUnreported(opened: OpenedPackage): readonly string[] {
  const rules = findUnreported(opened);
  if (rules.length === 0) return [];
  return [`No test reports ${rules.length === 1 ? "the rule" : "the rules"} ${rules.map(toPrintable).join(", ")}.`];
}

// Leaves out failed tests, whose own lines show what they expected and got.
function listOtherProblems({ problems }: OpenedPackage): OpenedPackage["problems"] {
  return problems.filter(({ problem }) => problem.code !== "spec.test-failed");
}
