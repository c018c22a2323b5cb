import { type PatchOperation, repairOf } from "@assay/contract";
import { rangeOf } from "@assay/json-text";
import { patchText } from "@assay/json-text/patch-text";
import { findFiles } from "../draft/find-files.ts";
import { type Draft, draftFrom, maxDraftBytes } from "../draft/read-draft.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { fixText } from "../reports/fix-text.ts";
import { locate } from "../reports/located.ts";
import { createPrettyReporter, summaryLines } from "../reports/pretty-report.ts";
import { counted } from "../terminal/phrases.ts";
import { printable } from "../terminal/printable.ts";
import { placeIn } from "../terminal/source-lines.ts";
import { createStyle } from "../terminal/style.ts";
import type { Checked, Checker } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { allSkipped, openDraft } from "../verdicts/open-draft.ts";

/** Applies every fix to files. Nothing else in them changes. */
export async function fix(names: readonly string[], options: CheckerOptions, io: Io): Promise<ExitCode> {
  if (names.includes("-")) {
    throw new Failure("`assay fix` changes a file, so it needs the name of one.");
  }
  const found = findFiles(names, io);
  const checker = await createChecker(options, io, found.files);
  const ended: Ended[] = [];
  for (const file of found.files) {
    const one = await fixFile(file, { checker, areSeveral: found.areSeveral, io });
    if (one.kind === "fixed") report(one, found.areSeveral, io);
    ended.push(one);
  }
  if (ended.every(({ kind }) => kind === "skipped")) throw allSkipped();
  if (found.areSeveral) reportTotals(ended, io);
  const areValid = ended.every((one) => one.kind === "skipped" || (one.kind === "fixed" && one.checked.valid));
  return areValid ? exitCode.valid : exitCode.invalid;
}

/** What became of a file. */
type Ended = { readonly kind: "skipped" | "unreadable" } | Fixed;

interface Fixed {
  readonly kind: "fixed";
  readonly draft: Draft;
  /** After the fixes. */
  readonly checked: Checked;
  /** What was fixed, and where. */
  readonly done: readonly string[];
}

interface FixParts {
  readonly checker: Checker;
  readonly areSeveral: boolean;
  readonly io: Io;
}

async function fixFile(file: string, { checker, areSeveral, io }: FixParts): Promise<Ended> {
  const opened = await openDraft(file, checker, io, areSeveral);
  if (opened.kind === "unreadable") createPrettyReporter(io).unreadable(opened);
  if (opened.kind !== "ok") return { kind: opened.kind };
  const { draft, domain } = opened;
  const checked = await checker.check(draft.candidate, domain);
  const patch = repairOf(checked.diagnostics);
  if (patch.length === 0) return { kind: "fixed", draft, checked, done: [] };
  const fixed = patchDraft(draft, patch);
  const after = await checker.check(fixed.candidate, domain);
  io.signal.throwIfAborted();
  write(draft, fixed, io);
  return {
    kind: "fixed",
    draft: fixed,
    checked: after,
    done: locate(checked.diagnostics, draft).flatMap(({ diagnostic, marks }) => {
      const text = fixText(diagnostic);
      return text === undefined ? [] : `${placeIn(draft, marks[0]?.from ?? 0)}: ${text}`;
    }),
  };
}

// On the text of the candidate alone, wherever in the document it is: there it is known where the owner is.
function patchDraft(draft: Draft, patch: readonly PatchOperation[]): Draft {
  const { text, prefix, name, path, hasByteOrderMark } = draft;
  const { from, to } = (prefix === "" ? undefined : rangeOf(text, prefix)) ?? { from: 0, to: text.length };
  const patched = patchText(text.slice(from, to), patch);
  if (patched.kind === "refused") throw new Failure(`${name}: ${patched.reason} Nothing was written.`);
  const whole = text.slice(0, from) + patched.text + text.slice(to);
  const read = draftFrom(new TextEncoder().encode(whole), name, path);
  if (read.kind === "unreadable") throw new Failure(`${name}: The fixes do not fit. Nothing was written.`);
  return { ...read.draft, hasByteOrderMark };
}

function write(original: Draft, { path, text, hasByteOrderMark }: Draft, io: Io): void {
  if (path === undefined) return;
  const bytesOf = (content: string) => Buffer.from(`${hasByteOrderMark ? "\ufeff" : ""}${content}`);
  // An editor may have saved the file while the service was asked.
  if (!bytesOf(original.text).equals(readFile(path, io, { maxBytes: maxDraftBytes }))) {
    throw new Failure(
      `${original.name} was changed by another program in the meantime, so it was not overwritten. Run the command again.`,
    );
  }
  writeAtomically(path, bytesOf(text));
}

function report({ draft, checked, done }: Fixed, areSeveral: boolean, io: Io): void {
  const style = createStyle(io, io.out);
  for (const line of done) io.out.write(`${style.paint("fix", "fixed")}: ${printable(line)}\n`);
  if (!areSeveral || done.length > 0) io.out.write(`${draft.name}: ${countedFixes(done.length)}.\n`);
  if (!areSeveral) io.out.write(`${summaryLines(checked, draft, style).join("\n")}\n`);
}

function reportTotals(ended: readonly Ended[], io: Io): void {
  const files = ended.flatMap((one) => (one.kind === "fixed" ? [one] : []));
  const valid = files.filter(({ checked }) => checked.valid).length;
  const done = files.reduce((sum, one) => sum + one.done.length, 0);
  const unread = ended.filter(({ kind }) => kind === "unreadable").length;
  const changed = counted(files.filter((one) => one.done.length > 0).length, "file");
  const all = counted(files.length + unread, "file");
  io.out.write(`${countedFixes(done)} in ${changed}, ${valid} of ${all} valid.\n`);
}

function countedFixes(count: number): string {
  return `${count} ${count === 1 ? "fix" : "fixes"}`;
}
