import { combineFixes, type PatchOperation, parsePointer } from "@assay/contract";
import { findRange } from "@assay/json-text";
import { patchText } from "@assay/json-text/patch-text";
import { findFiles } from "../draft/find-files.ts";
import { type Draft, maxDraftBytes, parseDraft } from "../draft/read-draft.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createPrettyReporter, summaryLines } from "../reports/pretty-report.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { Checker } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { createSkippedFailure, openDraft, type ReadyDraft } from "../verdicts/open-draft.ts";

/** Applies every fix to the drafts in files. Nothing else in the files changes. */
export async function fix(names: readonly string[], options: CheckerOptions, io: Io): Promise<ExitCode> {
  if (names.includes("-")) {
    throw new Failure("`assay fix` changes a file, so it needs the name of one.");
  }
  const { files, isBatch } = findFiles(names, io);
  const checker = await createChecker(options, io, files);
  const verdicts: boolean[] = [];
  for (const file of files) {
    const opened = await openDraft(file, checker, io, isBatch);
    if (opened.kind === "unreadable") createPrettyReporter(io).reportUnreadable(opened);
    if (opened.kind !== "skipped") verdicts.push(opened.kind === "ok" && (await fixDraft(opened, checker, io)));
  }
  if (verdicts.length === 0) throw createSkippedFailure();
  return verdicts.every((isValid) => isValid) ? exitCode.valid : exitCode.invalid;
}

/** Applies the fixes to a draft and prints each change with its position. Returns whether the draft is then valid. */
async function fixDraft({ draft, domain }: ReadyDraft, checker: Checker, io: Io): Promise<boolean> {
  const style = createStyle(io, io.out);
  const firstVerdict = await checker.check(draft.candidate, domain);
  const fixable = firstVerdict.diagnostics.filter(({ fix }) => fix);
  let finalVerdict = firstVerdict;
  if (fixable.length > 0) {
    const fixed = patchDraft(draft, combineFixes(fixable));
    finalVerdict = await checker.check(fixed.candidate, domain);
    io.signal.throwIfAborted();
    overwriteDraft(draft, fixed, io);
  }
  for (const operation of fixable.flatMap(({ fix = [] }) => fix))
    io.out.write(`${style.paint("fix", "fixed")}: ${toPrintable(describeEdit(operation, draft))}\n`);
  io.out.write(`${summaryLines(finalVerdict, draft, style).join("\n")}\n`);
  return finalVerdict.valid;
}

function describeEdit(operation: PatchOperation, draft: Draft): string {
  const isRename = operation.op === "move";
  const pointer = draft.prefix + (isRename ? operation.from : operation.path);
  const place = formatPlace(draft, draft.places.find(pointer, isRename ? "name" : "value").from);
  if (isRename) return `${place}: renamed to ${JSON.stringify(parsePointer(operation.path)?.at(-1))}`;
  return operation.op === "remove" ? `${place}: removed` : `${place}: changed to ${JSON.stringify(operation.value)}`;
}

// Patches only the candidate's part of the document, because `patchText` expects the owner at `/owner`.
function patchDraft(draft: Draft, patch: readonly PatchOperation[]): Draft {
  const { text, prefix, name, path, hasByteOrderMark } = draft;
  const { from, to } = (prefix === "" ? undefined : findRange(text, prefix)) ?? { from: 0, to: text.length };
  const patched = patchText(text.slice(from, to), patch);
  if (patched.kind === "refused") throw new Failure(`${name}: ${patched.reason} Nothing was written.`);
  const newText = text.slice(0, from) + patched.text + text.slice(to);
  const read = parseDraft(new TextEncoder().encode(newText), name, path);
  if (read.kind === "unreadable") throw new Failure(`${name}: The fixes cannot be applied. Nothing was written.`);
  return { ...read.draft, hasByteOrderMark };
}

function overwriteDraft(original: Draft, { path, text, hasByteOrderMark }: Draft, io: Io): void {
  if (path === undefined) return;
  const toBytes = (content: string) => Buffer.from(`${hasByteOrderMark ? "\ufeff" : ""}${content}`);
  // An editor could have saved the file while the service checked the draft.
  if (!toBytes(original.text).equals(readFile(path, io, { maxBytes: maxDraftBytes }))) {
    throw new Failure(
      `${original.name} was changed by another program in the meantime, so it was not overwritten. Run the command again.`,
    );
  }
  writeAtomically(path, toBytes(text));
}
