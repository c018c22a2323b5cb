import { findFiles } from "../../draft/find-files.ts";
import type { ExitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { createReporter } from "../../reports/create-reporter.ts";
import { formatAnnotation } from "../../reports/github-report.ts";
import { type OpenedPackage, openSpecPackage, requireSpec } from "../../spec-package/open-spec-package.ts";
import type { SpecFormat } from "../../spec-package/report-packages.ts";
import { formatCount } from "../../terminal/format-count.ts";
import { createStyle, paintLines } from "../../terminal/style.ts";
import { checkFiles } from "../../verdicts/check-files.ts";
import { createEngineChecker } from "../../verdicts/engine-checker.ts";
import { readRegistryFile } from "../../verdicts/rules-engine.ts";

interface TryOptions {
  readonly specPackage: string;
  readonly registry?: string;
  readonly format: SpecFormat;
}

/** Checks candidates under a spec package that is being written, even if its tests fail. */
export async function tryCandidates(files: readonly string[], options: TryOptions, io: Io): Promise<ExitCode> {
  const { format, registry: registryFile } = options;
  const opened = await openSpecPackage(options.specPackage, io);
  const spec = requireSpec(opened, "Candidates cannot be checked");
  const registry =
    registryFile === undefined ? undefined : readRegistryFile(registryFile, spec.document.targetProduct, io);
  const checker = createEngineChecker({ engine: opened.engine, spec, registry });
  const isAccepted = opened.compiled.kind === "ok";
  if (!isAccepted) warnRejected(opened, format, io);
  const reporter = createReporter(format, io, { specPackageAccepted: isAccepted });
  return checkFiles(findFiles(files, io), io, { checker, reporter });
}

// Warns that no service would give the verdict below, because services reject the spec package.
function warnRejected({ compiled, source }: OpenedPackage, format: SpecFormat, io: Io): void {
  const failed = compiled.tests.filter(({ outcome }) => outcome !== "passed").length;
  const rejection =
    failed === 0
      ? "is rejected"
      : `is rejected: ${formatCount(failed, "test")} of ${compiled.tests.length} did not pass`;
  const text = `${source.name} ${rejection}. The verdict below shows what its rules say now; no service uses them until its tests pass.`;
  if (format === "json") return;
  if (format === "github") {
    io.out.write(`${formatAnnotation("warning", source, { from: 0, to: 1 }, "spec.test-failed", text)}\n`);
    return;
  }
  const lines = paintLines("warning", `warning: ${text}`, createStyle(io, io.out));
  io.out.write(`${lines.join("\n")}\n\n`);
}
