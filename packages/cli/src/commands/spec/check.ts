import { limits } from "@assay/contract";
import { type LargeCandidate, measureLargeCandidate } from "@assay/engine";
import type { ExitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { toLogLine } from "../../reports/github-report.ts";
import type { OpenedPackage } from "../../spec-package/open-spec-package.ts";
import { problemAnnotations, problemBlocks, problemDocuments } from "../../spec-package/problem-reports.ts";
import { reportPackages, type SpecFormat } from "../../spec-package/report-packages.ts";
import { formatCount } from "../../terminal/format-count.ts";
import { createStyle, paintLines } from "../../terminal/style.ts";

/** Reports every problem in spec packages, with its position and how to resolve it. */
export async function checkSpecs(
  files: readonly string[],
  options: { readonly format: SpecFormat },
  io: Io,
): Promise<ExitCode> {
  return reportPackages(files, options.format, io, {
    pretty(opened) {
      const style = createStyle(io, io.out);
      const role = opened.compiled.kind === "ok" ? "fix" : "error";
      const lines = [
        ...problemBlocks(opened.problems, opened.source, style),
        ...paintLines(role, `${opened.source.name}: ${formatSummary(opened)}`, style),
      ];
      io.out.write(`${lines.join("\n")}\n`);
    },
    github(opened) {
      const { problems, source } = opened;
      return [...problemAnnotations(problems, source), toLogLine(`${source.name}: ${formatSummary(opened)}`)];
    },
    json(opened) {
      const { compiled, problems, source } = opened;
      return {
        file: source.name,
        valid: compiled.kind === "ok",
        ...(compiled.kind === "ok" && { version: compiled.spec.document.version, digest: compiled.spec.digest }),
        tests: compiled.tests.length,
        problems: problemDocuments(problems, source),
        ...(compiled.kind === "ok" && { largeCandidate: measureLargeCandidate(compiled.spec) }),
      };
    },
    isSuccess: ({ compiled }) => compiled.kind === "ok",
  });
}

function formatSummary({ compiled, problems }: OpenedPackage): string {
  if (compiled.kind === "ok") {
    const { targetProduct, domainId, version } = compiled.spec.document;
    const tests = formatCount(compiled.tests.length, "test");
    const large = measureLargeCandidate(compiled.spec);
    const cost = large ? ` ${formatCost(large)}` : "";
    return `Valid: ${targetProduct}/${domainId} ${version}, ${tests} pass. ${compiled.spec.digest}${cost}`;
  }
  const subject = problems.length === 1 ? "it is" : "they are";
  const rest = compiled.rejectedSpec ? "" : ` The tests run once ${subject} fixed.`;
  return `Rejected: ${formatCount(problems.length, "problem")}.${rest}`;
}

// Where the steps run out, candidates that the rules allow get no verdict.
function formatCost({ bytes, steps, dearest }: LargeCandidate): string {
  const [size, max] = [bytes, limits.steps].map((count) => count.toLocaleString("en"));
  const taken =
    steps > limits.steps ? `more than the ${max} steps` : `${steps.toLocaleString("en")} of the ${max} steps`;
  return `A candidate of ${size} bytes takes ${taken} of a verdict${dearest ? `, most at ${dearest}` : ""}.`;
}
