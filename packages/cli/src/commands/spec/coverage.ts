import { resolvedTests } from "@assay/contract";
import type { ExitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { logLine } from "../../reports/github-report.ts";
import {
  type CoverageSummary,
  coverageAnnotations,
  coverageDocuments,
  coverageSentence,
  coverageTables,
  type Share,
  summarize,
} from "../../spec-package/coverage-reports.ts";
import { eachPackage, type SpecFormat } from "../../spec-package/each-package.ts";
import type { OpenedPackage } from "../../spec-package/open-spec-package.ts";
import { problemAnnotations, problemDocuments } from "../../spec-package/problem-reports.ts";
import { counted, quoteArgument } from "../../terminal/phrases.ts";
import { printNext } from "../../terminal/print.ts";
import { createStyle, paintedLines } from "../../terminal/style.ts";

interface CoverageOptions {
  readonly format: SpecFormat;
  readonly failUnder?: string;
}

/** Shows which rules, schema branches and listed values no test of a spec package reaches. */
export async function coverage(files: readonly string[], options: CoverageOptions, io: Io): Promise<ExitCode> {
  const atLeast = percentOf(options.failUnder, files);
  const { coverageOf } = await import("@assay/engine/coverage");
  // Undefined if no test can run.
  const summaryOf = ({ compiled, parts }: OpenedPackage): CoverageSummary | undefined => {
    const spec = compiled.kind === "ok" ? compiled.spec : compiled.rejectedSpec;
    if (!spec) return undefined;
    // What a failing test reaches is not what its author thinks.
    const passing = resolvedTests(spec.document).filter((_, index) => compiled.tests[index]?.outcome === "passed");
    return summarize(coverageOf(spec, passing, { idn: parts.idn }));
  };
  const isEnough = ({ rules, branches, values }: CoverageSummary) =>
    [rules, branches, values].every(({ reached, total }: Share) => reached * 100 >= total * atLeast);
  const known = new Map<OpenedPackage, CoverageSummary | undefined>();
  const summed = (opened: OpenedPackage) => {
    const summary = known.has(opened) ? known.get(opened) : summaryOf(opened);
    known.set(opened, summary);
    return summary;
  };
  return eachPackage(files, options.format, io, {
    pretty(opened, file) {
      const summary = summed(opened);
      const style = createStyle(io, io.out);
      if (!summary) {
        io.out.write(`${paintedLines("error", noTestRuns(opened), style).join("\n")}\n`);
        if (file !== "-") printNext([`assay spec check ${quoteArgument(file)}`], io);
        return;
      }
      for (const table of coverageTables(summary, opened.source, style)) io.out.write(`${table}\n`);
      const role = isEnough(summary) ? (summary.unreached.length > 0 ? "warning" : "fix") : "error";
      const text = `${opened.source.name}: ${coverageSentence(summary)}${failing(opened)}`;
      io.out.write(`${paintedLines(role, text, style).join("\n")}\n`);
      if (failing(opened) !== "" && file !== "-") printNext([`assay spec test ${quoteArgument(file)}`], io);
    },
    github(opened) {
      const { problems, source } = opened;
      const summary = summed(opened);
      if (!summary) return [...problemAnnotations(problems, source), logLine(noTestRuns(opened))];
      return [
        ...coverageAnnotations(summary, source),
        logLine(`${source.name}: ${coverageSentence(summary)}${failing(opened)}`),
      ];
    },
    json(opened) {
      const { problems, source } = opened;
      const summary = summed(opened);
      if (!summary) return { file: source.name, problems: problemDocuments(problems, source) };
      const { rules, branches, values } = summary;
      return { file: source.name, rules, branches, values, unreached: coverageDocuments(summary, source) };
    },
    isGood(opened) {
      const summary = summed(opened);
      return summary !== undefined && isEnough(summary);
    },
  });
}

function noTestRuns({ source, problems }: OpenedPackage): string {
  return `${source.name}: No test can run, because the package has ${counted(problems.length, "problem")}.`;
}

function failing({ compiled }: OpenedPackage): string {
  const failed = compiled.tests.filter(({ outcome }) => outcome !== "passed").length;
  return failed === 0
    ? ""
    : ` ${counted(failed, "test")} of ${compiled.tests.length} did not pass, so what ${failed === 1 ? "it reaches" : "they reach"} is not counted.`;
}

function percentOf(option: string | undefined, files: readonly string[]): number {
  if (option === undefined) return 0;
  const percent = Number(option);
  if (option.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new Failure("--fail-under takes a percentage from 0 to 100.", {
    next: [`assay spec coverage ${files.map(quoteArgument).join(" ")} --fail-under 100`],
  });
}
