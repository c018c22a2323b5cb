import { combineFixes, type PatchOperation, parsePointer } from "@assay/contract";
import { findRange } from "@assay/json-text";
import { patchText } from "@assay/json-text/patch-text";
import { findFiles } from "../draft/find-files.ts";
import { type Draft, maxDraftBytes, parseCommentedDraft, parseDraft } from "../draft/read-draft.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createPrettyReporter, summaryLines } from "../reports/pretty-report.ts";
import { printNote } from "../terminal/print.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { escapeJson } from "../terminal/to-safe-json.ts";
import type { Checker, Verdict } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";
import { createSkippedFailure, openDraft, type ReadyDraft } from "../verdicts/open-draft.ts";

interface FixOptions extends CheckerOptions {
  readonly diff?: boolean;
}

/** A draft with its fixes, its verdict with them, and a description of each. */
interface FixedDraft {
  readonly draft: Draft;
  readonly verdict: Verdict;
  readonly edits: readonly string[];
}

/**
 * Applies every fix to the drafts in files. Nothing else in the files changes. The result for standard input goes to
 * standard output. With `--diff`, the changes go there, and no file is written.
 */
export async function fix(names: readonly string[], options: FixOptions, io: Io): Promise<ExitCode> {
  const { files, isBatch } = findFiles(names, io);
  const checker = await createChecker(options, io, files);
  // Standard output is for the changes or for the result.
  const reportIo = options.diff || names.includes("-") ? { ...io, out: io.err } : io;
  const verdicts: boolean[] = [];
  for (const file of files) {
    const opened = await openDraft(file, checker, io, isBatch, parseCommentedDraft);
    if (opened.kind === "skipped") continue;
    if (opened.kind === "unreadable") {
      createPrettyReporter(reportIo).reportUnreadable(opened);
      verdicts.push(false);
      continue;
    }
    const fixed = await fixDraft(opened, checker);
    io.signal.throwIfAborted();
    if (options.diff) await printDiff(opened.draft, fixed, io);
    else writeDraft(opened.draft, fixed, io);
    report(fixed, options, reportIo);
    // With `--diff`, the draft is still as invalid as it was.
    verdicts.push(fixed.verdict.valid && !(options.diff && fixed.edits.length > 0));
  }
  if (verdicts.length === 0) throw createSkippedFailure();
  return verdicts.every((isValid) => isValid) ? exitCode.valid : exitCode.invalid;
}

async function fixDraft({ draft, domain }: ReadyDraft, checker: Checker): Promise<FixedDraft> {
  const verdict = await checker.check(draft.candidate, domain);
  const fixable = verdict.diagnostics.filter(({ fix }) => fix);
  const edits = [
    ...(draft.commented?.plain.extras ?? []).map(({ from }) => describeRemoval(from, draft)),
    ...fixable.flatMap(({ fix = [] }) => fix.map((operation) => describeEdit(operation, draft))),
  ];
  const fixed = edits.length === 0 ? draft : patchDraft(draft, combineFixes(fixable));
  return {
    draft: fixed,
    verdict: fixable.length === 0 ? verdict : await checker.check(fixed.candidate, domain),
    edits,
  };
}

function report({ draft, verdict, edits }: FixedDraft, { diff = false }: FixOptions, io: Io): void {
  const style = createStyle(io, io.out);
  if (!diff) for (const edit of edits) io.out.write(`${style.paint("fix", "fixed")}: ${toPrintable(edit)}\n`);
  else if (edits.length > 0) printNote("Nothing was written. With these changes:", io);
  io.out.write(`${summaryLines(verdict, draft, style).join("\n")}\n`);
}

function describeRemoval(offset: number, draft: Draft): string {
  const isComma = draft.commented?.fileText[offset] === ",";
  return `${formatPlace(draft, offset)}: removed the ${isComma ? "trailing comma" : "comment"}`;
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
  const { prefix, name, path, hasByteOrderMark, commented } = draft;
  const text = commented?.plain.text ?? draft.text;
  const { from, to } = (prefix === "" ? undefined : findRange(text, prefix)) ?? { from: 0, to: text.length };
  const patched = patchText(text.slice(from, to), patch);
  if (patched.kind === "refused") throw new Failure(`${name}: ${patched.reason} Nothing was written.`);
  const newText = text.slice(0, from) + patched.text + text.slice(to);
  const read = parseDraft(new TextEncoder().encode(newText), name, path);
  if (read.kind === "unreadable") throw new Failure(`${name}: The fixes cannot be applied. Nothing was written.`);
  return { ...read.draft, hasByteOrderMark };
}

function writeDraft(original: Draft, { draft: { path, text, hasByteOrderMark }, edits }: FixedDraft, io: Io): void {
  const toText = (content: string) => `${hasByteOrderMark ? "\ufeff" : ""}${content}`;
  if (path === undefined) io.out.write(toText(escapeJson(text)));
  if (path === undefined || edits.length === 0) return;
  // An editor could have saved the file while the service checked the draft.
  if (!Buffer.from(toText(readFileText(original))).equals(readFile(path, io, { maxBytes: maxDraftBytes }))) {
    throw new Failure(
      `${original.name} was changed by another program in the meantime, so it was not overwritten. Run the command again.`,
    );
  }
  writeAtomically(path, toText(text));
}

function readFileText({ text, commented }: Draft): string {
  return commented?.fileText ?? text;
}

/** Prints the changes as a unified diff, which `git apply -p0` can apply. */
async function printDiff(original: Draft, { draft: { name, text } }: FixedDraft, io: Io): Promise<void> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const before = readFileText(original);
  if (text === before) return;
  const patch = createTwoFilesPatch(name, name, before, text, undefined, undefined, {
    context: 3,
    maxEditLength: 10_000,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (patch === undefined) throw new Failure(`${name}: There are too many changes to show. Nothing was written.`);
  const { paint } = createStyle(io, io.out);
  const paintLine = (line: string, index: number) => {
    const printable = escapeJson(line).replace(/\r(?!$)/g, "\\r");
    if (index < 2) return paint("strong", printable);
    const role = ({ "@": "code", "-": "removed", "+": "added" } as const)[line.charAt(0)];
    return role ? paint(role, printable) : printable;
  };
  io.out.write(patch.split("\n").map(paintLine).join("\n"));
}
