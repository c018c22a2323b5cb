import { setImmediate } from "node:timers/promises";
import type { FoundFiles } from "../draft/find-files.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import type { Reporter } from "../reports/reporter.ts";
import { clearProgress, withProgress } from "../terminal/progress.ts";
import type { Checker } from "./checker.ts";
import { createSkippedFailure, openDraft } from "./open-draft.ts";

interface CheckFilesParts {
  readonly checker: Checker;
  readonly reporter: Reporter;
}

/** Checks the drafts in files one after another and reports on each. With several files, it also reports totals. */
export async function checkFiles(
  { files, isBatch }: FoundFiles,
  io: Io,
  { checker, reporter }: CheckFilesParts,
): Promise<ExitCode> {
  const startedAt = performance.now();
  let checkedFiles = 0;
  let valid = 0;
  const check = async (file: string) => {
    const opened = await openDraft(file, checker, io, { isBatch });
    if (opened.kind === "skipped") return;
    if (opened.kind === "unreadable") {
      clearProgress(io);
      reporter.reportUnreadable(opened);
    } else {
      const { draft, domain } = opened;
      const verdict = await checker.check(draft.candidate, domain);
      const isForOwner = verdict.diagnostics.some(({ needs }) => needs === "owner-decision");
      const subject = isForOwner ? await checker.subject?.() : undefined;
      clearProgress(io);
      reporter.reportVerdict({ verdict, draft, domain, subject, isInBatch: isBatch });
      if (verdict.valid) valid += 1;
    }
    checkedFiles += 1;
  };
  const checkAll = async () => {
    for (const file of files) {
      await check(file);
      // A local check never yields to the event loop, which has to show progress and handle Ctrl-C.
      await setImmediate();
      io.signal.throwIfAborted();
    }
  };
  if (isBatch) await withProgress(io, () => `Checked ${checkedFiles} of ${files.length} files`, checkAll);
  else await checkAll();
  if (checkedFiles === 0) throw createSkippedFailure();
  const seconds = (performance.now() - startedAt) / 1_000;
  reporter.end(isBatch ? { files: checkedFiles, valid, seconds } : undefined);
  return valid === checkedFiles ? exitCode.valid : exitCode.invalid;
}
