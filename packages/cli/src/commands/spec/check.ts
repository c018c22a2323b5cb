import type { ExitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { logLine } from "../../reports/github-report.ts";
import { eachPackage, type SpecFormat } from "../../spec-package/each-package.ts";
import type { OpenedPackage } from "../../spec-package/open-spec-package.ts";
import { problemAnnotations, problemBlocks, problemDocuments } from "../../spec-package/problem-reports.ts";
import { counted } from "../../terminal/phrases.ts";
import { createStyle, paintedLines } from "../../terminal/style.ts";

/** Says what is wrong with spec packages: every problem at its place, with what to do about it. */
export async function check(
  files: readonly string[],
  options: { readonly format: SpecFormat },
  io: Io,
): Promise<ExitCode> {
  return eachPackage(files, options.format, io, {
    pretty(opened) {
      const style = createStyle(io, io.out);
      const role = opened.compiled.kind === "ok" ? "fix" : "error";
      const lines = [
        ...problemBlocks(opened.problems, opened.source, style),
        ...paintedLines(role, `${opened.source.name}: ${summaryOf(opened)}`, style),
      ];
      io.out.write(`${lines.join("\n")}\n`);
    },
    github(opened) {
      const { problems, source } = opened;
      return [...problemAnnotations(problems, source), logLine(`${source.name}: ${summaryOf(opened)}`)];
    },
    json(opened) {
      const { compiled, problems, source } = opened;
      return {
        file: source.name,
        valid: compiled.kind === "ok",
        ...(compiled.kind === "ok" && { version: compiled.spec.document.version, digest: compiled.spec.digest }),
        tests: compiled.tests.length,
        problems: problemDocuments(problems, source),
      };
    },
    isGood: ({ compiled }) => compiled.kind === "ok",
  });
}

function summaryOf({ compiled, problems }: OpenedPackage): string {
  if (compiled.kind === "ok") {
    const { targetProduct, domainId, version } = compiled.spec.document;
    const tests = counted(compiled.tests.length, "test");
    return `Valid: ${targetProduct}/${domainId} ${version}, ${tests} pass. ${compiled.spec.digest}`;
  }
  const they = problems.length === 1 ? "it is" : "they are";
  const rest = compiled.rejectedSpec ? "" : ` The tests run once ${they} fixed.`;
  return `Rejected: ${counted(problems.length, "problem")}.${rest}`;
}
