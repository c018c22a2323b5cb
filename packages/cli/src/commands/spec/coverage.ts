import { resolvedTests } from "@assay/contract";
import { type ExitCode, exitCode } from "../../exit-code.ts";
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
import { type OpenedPackage, usableSpec } from "../../spec-package/open-spec-package.ts";
import { counted, quoteArgument } from "../../terminal/phrases.ts";
import { printNext } from "../../terminal/print.ts";
import { createStyle, paintedLines } from "../../terminal/style.ts";

interface CoverageOptions {
  readonly format: SpecFormat;
  readonly failUnder?: string;
}

/** Shows which rules, schema branches and listed values no test of a spec package reaches. */
export async function coverage(files: readonly string[], options: CoverageOptions, io: Io): Promise<ExitCode> {
  const atLeast = percentOf(options.failUnder);
  const { coverageOf } = await import("@assay/engine/coverage");
  const summaryOf = (opened: OpenedPackage): CoverageSummary => {
    const { compiled, parts } = opened;
    const spec = usableSpec(opened, "No test can run", exitCode.invalid);
    // What a failing test reaches is not what its author thinks.
    const passing = resolvedTests(spec.document).filter((_, index) => compiled.tests[index]?.outcome === "passed");
    return summarize(coverageOf(spec, passing, { idn: parts.idn }));
  };
  const isEnough = ({ rules, branches, values }: CoverageSummary) =>
    [rules, branches, values].every(({ reached, total }: Share) => reached * 100 >= total * atLeast);
  const known = new Map<OpenedPackage, CoverageSummary>();
  const summed = (opened: OpenedPackage) => {
    const summary = known.get(opened) ?? summaryOf(opened);
    known.set(opened, summary);
    return summary;
  };
  return eachPackage(files, options.format, io, {
    pretty(opened, file) {
      const summary = summed(opened);
      const style = createStyle(io, io.out);
      for (const table of coverageTables(summary, opened.source, style)) io.out.write(`${table}\n`);
      const role = isEnough(summary) ? (summary.unreached.length > 0 ? "warning" : "fix") : "error";
      const text = `${opened.source.name}: ${coverageSentence(summary)}${failing(opened)}`;
      io.out.write(`${paintedLines(role, text, style).join("\n")}\n`);
      if (failing(opened) !== "") printNext([`assay spec test ${quoteArgument(file)}`], io);
    },
    github: (opened) => [
      ...coverageAnnotations(summed(opened), opened.source),
      logLine(`${opened.source.name}: ${coverageSentence(summed(opened))}${failing(opened)}`),
    ],
    json(opened) {
      const { rules, branches, values } = summed(opened);
      const unreached = coverageDocuments(summed(opened), opened.source);
      return { file: opened.source.name, rules, branches, values, unreached };
    },
    isGood: (opened) => isEnough(summed(opened)),
  });
}

function failing({ compiled }: OpenedPackage): string {
  const failed = compiled.tests.filter(({ outcome }) => outcome !== "passed").length;
  return failed === 0
    ? ""
    : ` ${counted(failed, "test")} of ${compiled.tests.length} did not pass, so what ${failed === 1 ? "it reaches" : "they reach"} is not counted.`;
}

function percentOf(option: string | undefined): number {
  if (option === undefined) return 0;
  const percent = Number(option);
  if (option.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new Failure("--fail-under takes a percentage from 0 to 100.", {
    next: ["assay spec coverage --fail-under 100"],
  });
}
