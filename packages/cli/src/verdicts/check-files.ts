import { type Draft, readDraft } from "../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { Reporter } from "../reports/reporter.ts";
import type { Checked, Checker } from "./checker.ts";
import type { Timings } from "./timings.ts";

/** Who checks, and who writes what was found. */
interface CheckFilesParts {
  readonly checker: Checker;
  readonly reporter: Reporter;
  readonly timings?: Timings;
  readonly nextSteps?: (checked: Checked, file: string, draft: Draft) => readonly string[];
}

/** Checks the drafts in files, one after another, and reports each. */
export async function checkFiles(
  files: readonly string[],
  io: Io,
  { checker, reporter, timings, nextSteps = () => [] }: CheckFilesParts,
): Promise<ExitCode> {
  let areValid = true;
  for (const file of files) {
    const read = await readDraft(file, io);
    if (read.kind === "unreadable") {
      areValid = false;
      reporter.unreadable(read);
      continue;
    }
    const { draft } = read;
    const domain = checker.resolveDomain(draft);
    const checked = await checker.check(draft.candidate, domain);
    timings?.lap("check");
    reporter.verdict({ checked, draft, domain, next: nextSteps(checked, file, draft) });
    timings?.lap("report");
    areValid &&= checked.valid;
  }
  reporter.end();
  return areValid ? exitCode.valid : exitCode.invalid;
}
