import { setImmediate } from "node:timers/promises";
import type { FoundFiles } from "../draft/find-files.ts";
import { type Draft, type OtherDocument, readDraft, type UnreadableDraft } from "../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import type { Reporter, Totals } from "../reports/reporter.ts";
import { printNote } from "../terminal/print.ts";
import { clearProgress, withProgress } from "../terminal/progress.ts";
import { type Checked, type Checker, type DomainRef, tooLarge } from "./checker.ts";

/** Who checks, and who writes what was found. */
interface CheckFilesParts {
  readonly checker: Checker;
  readonly reporter: Reporter;
}

/** Checks the drafts in files, and reports each in the order of its name; of several files it also writes totals. */
export async function checkFiles(
  { files, areSeveral }: Pick<FoundFiles, "files" | "areSeveral">,
  io: Io,
  { checker, reporter }: CheckFilesParts,
): Promise<ExitCode> {
  const began = performance.now();
  const verdicts: Checked[] = [];
  let unreadable = 0;
  let syntaxErrors = 0;
  const check = async (file: string) => {
    const read = await readDraft(file, io);
    if (read.kind === "unreadable") return { unread: read };
    const { draft } = read;
    if (draft.isInstead && (areSeveral || draft.isInstead !== "proposal package")) {
      return { instead: skipped(draft, draft.isInstead, areSeveral) };
    }
    const domain = checker.resolveDomain(draft);
    const unread = tooLarge(draft, domain);
    if (unread) return { unread };
    const checked = await checker.check(draft.candidate, domain);
    return { draft, domain, checked };
  };
  const report = (found: Found) => {
    clearProgress(io);
    if (found.instead !== undefined) printNote(found.instead, io);
    if (found.unread) {
      unreadable += 1;
      syntaxErrors += 1 + (found.unread.others?.length ?? 0);
      reporter.unreadable(found.unread);
    }
    const { draft, domain, checked } = found;
    if (!draft || !domain || !checked) return;
    verdicts.push(checked);
    reporter.verdict({ checked, draft, domain, isOneOfSeveral: areSeveral });
  };
  const run = async () => {
    for (const file of files) {
      report(await check(file));
      // Checks here do not wait for anything: a line about progress and Ctrl-C need a turn.
      await setImmediate();
      io.signal.throwIfAborted();
    }
  };
  if (areSeveral) {
    const label = () => `Checked ${verdicts.length + unreadable} of ${files.length} files`;
    await withProgress(io, label, run);
    if (verdicts.length + unreadable === 0) throw allSkipped();
  } else await run();
  reporter.end(
    areSeveral
      ? {
          ...totalsOf(verdicts, unreadable, syntaxErrors),
          seconds: (performance.now() - began) / 1_000,
        }
      : undefined,
  );
  const areValid = unreadable === 0 && verdicts.every(({ valid }) => valid);
  return areValid ? exitCode.valid : exitCode.invalid;
}

interface Found {
  readonly unread?: UnreadableDraft;
  readonly instead?: string;
  readonly draft?: Draft;
  readonly domain?: DomainRef;
  readonly checked?: Checked;
}

const uses: { readonly [kind in OtherDocument]: string } = {
  "spec package": "`assay spec check` checks it.",
  "proposal package": "`assay verify` checks it.",
  registry: "Name it with --registry.",
};

/** Says that a file is not a candidate: a line if there are others, otherwise the end of the command. */
export function skipped({ name }: Draft, kind: OtherDocument, areSeveral: boolean): string {
  const text = `${name} is a ${kind}, not a candidate`;
  if (areSeveral) return `${text}: it is skipped.`;
  throw new Failure(`${text}. ${uses[kind]}`);
}

/** Says that every file was skipped. */
export function allSkipped(): Failure {
  return new Failure("None of these files is a candidate. Name a candidate, or begin one with `assay init`.");
}

function totalsOf(verdicts: readonly Checked[], unreadable: number, syntaxErrors: number): Omit<Totals, "seconds"> {
  const valid = verdicts.filter((checked) => checked.valid).length;
  return {
    files: verdicts.length + unreadable,
    valid,
    notLookedUp: verdicts.filter((checked) => checked.valid && checked.idLookedUp === false).length,
    errors: verdicts.reduce((sum, { counts }) => sum + counts.error, syntaxErrors),
  };
}
