import { combineFixes, type PatchOperation, parsePointer } from "@assay/contract";
import { findRange } from "@assay/json-text";
import { patchText } from "@assay/json-text/patch-text";
import { findFiles } from "../draft/find-files.ts";
import { type Draft, maxDraftBytes, parseDraft, parsePlainDraft } from "../draft/read-draft.ts";
import { readFile, stripByteOrderMark } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createPrettyReporter, summaryLines } from "../reports/pretty-report.ts";
import { printNote } from "../terminal/print.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import { createStyle, type Role } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { escapeJson } from "../terminal/to-safe-json.ts";
import type { Checker } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { createSkippedFailure, openDraft, type ReadyDraft } from "../verdicts/open-draft.ts";

/**
 * Applies every fix to the drafts in files. Nothing else in the files changes. The result for standard input goes to
 * standard output; with `diff` the changes go there, and nothing is written.
 */
export async function fix(
  names: readonly string[],
  { diff = false, ...options }: CheckerOptions & { readonly diff?: boolean },
  io: Io,
): Promise<ExitCode> {
  const { files, isBatch } = findFiles(names, io);
  const checker = await createChecker(options, io, files);
  const reportIo = diff || names.includes("-") ? { ...io, out: io.err } : io;
  const style = createStyle(reportIo, reportIo.out);
  const verdicts: boolean[] = [];
  for (const file of files) {
    const opened = await openDraft(file, checker, io, { isBatch, parse: parsePlainDraft });
    if (opened.kind === "unreadable") createPrettyReporter(reportIo).reportUnreadable(opened);
    const fixed = opened.kind === "ok" ? await fixDraft(opened, checker) : undefined;
    io.signal.throwIfAborted();
    // With `diff`, a draft with fixes stays as invalid as it is.
    if (opened.kind !== "skipped") verdicts.push(fixed?.verdict.valid === true && !(diff && fixed.edits.length > 0));
    if (!fixed) continue;
    if (diff) await printDiff(fixed, io);
    else writeDraft(fixed, io);
    if (diff && fixed.edits.length > 0) printNote("Nothing was written. With these changes:", io);
    for (const edit of diff ? [] : fixed.edits)
      reportIo.out.write(`${style.paint("fix", "fixed")}: ${toPrintable(edit)}\n`);
    reportIo.out.write(`${summaryLines(fixed.verdict, fixed.after, style).join("\n")}\n`);
  }
  if (verdicts.length === 0) throw createSkippedFailure();
  return verdicts.every((isValid) => isValid) ? exitCode.valid : exitCode.invalid;
}

/** A draft before and after its fixes, with a description of each, and the verdict on the result. */
type FixedDraft = Awaited<ReturnType<typeof fixDraft>>;

async function fixDraft({ draft: before, domain }: ReadyDraft, checker: Checker) {
  const verdict = await checker.check(before.candidate, domain);
  const fixable = verdict.diagnostics.filter(({ fix }) => fix);
  const edits = fixable.flatMap(({ fix = [] }) => fix.map((operation) => describeEdit(operation, before)));
  if (before.plain) edits.unshift(`${before.name}: removed ${before.plain.removed}`);
  if (fixable.length === 0) return { before, after: before, edits, verdict };
  const after = patchDraft(before, combineFixes(fixable));
  return { before, after, edits, verdict: await checker.check(after.candidate, domain) };
}

function describeEdit(operation: PatchOperation, draft: Draft): string {
  const isRename = operation.op === "move";
  const pointer = draft.prefix + (isRename ? operation.from : operation.path);
  const place = formatPlace(draft, draft.places.find(pointer, isRename ? "name" : "value").from);
  if (isRename) return `${place}: renamed to ${JSON.stringify(parsePointer(operation.path)?.at(-1))}`;
  return operation.op === "remove" ? `${place}: removed` : `${place}: changed to ${JSON.stringify(operation.value)}`;
}

// Patches only the candidate's part of the document, because `patchText` expects the owner at `/owner`.
function patchDraft({ text, prefix, name, path }: Draft, patch: readonly PatchOperation[]): Draft {
  const { from, to } = (prefix === "" ? undefined : findRange(text, prefix)) ?? { from: 0, to: text.length };
  const patched = patchText(text.slice(from, to), patch);
  if (patched.kind === "refused") throw new Failure(`${name}: ${patched.reason} Nothing was written.`);
  const newText = text.slice(0, from) + patched.text + text.slice(to);
  const read = parseDraft(new TextEncoder().encode(newText), name, path);
  if (read.kind === "unreadable") throw new Failure(`${name}: The fixes cannot be applied. Nothing was written.`);
  return read.draft;
}

function writeDraft({ before: { name, path, bytes }, after, edits }: FixedDraft, io: Io): void {
  const byteOrderMark = stripByteOrderMark(bytes).length < bytes.length ? "\ufeff" : "";
  if (path === undefined) io.out.write(byteOrderMark + escapeJson(after.text));
  if (path === undefined || edits.length === 0) return;
  // An editor could have saved the file while the service checked the draft.
  if (Buffer.compare(bytes, readFile(path, io, { maxBytes: maxDraftBytes })) !== 0) {
    throw new Failure(
      `${name} was changed by another program in the meantime, so it was not overwritten. Run the command again.`,
    );
  }
  writeAtomically(path, byteOrderMark + after.text);
}

/** Prints the changes as a unified diff, which `git apply -p0` can apply. */
async function printDiff({ before, after: { name, text } }: FixedDraft, io: Io): Promise<void> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const { paint } = createStyle(io, io.out);
  const oldText = new TextDecoder().decode(before.bytes);
  const options = { context: 3, maxEditLength: 10_000, headerOptions: FILE_HEADERS_ONLY };
  const patch = oldText === text ? "" : createTwoFilesPatch(name, name, oldText, text, "", "", options);
  if (patch === undefined) throw new Failure(`${name}: There are too many changes to show. Nothing was written.`);
  // A comment can contain line ends that would start a line of its own in a log.
  const lines = escapeJson(patch).replace(/\r(?!\n)/g, "\\r");
  const roles: { readonly [sign: string]: Role } = { "-": "removed", "+": "added", "@": "code" };
  io.out.write(lines.replace(/^[-+@].*/gm, (line) => paint(roles[line.charAt(0)] ?? "dim", line)));
}
