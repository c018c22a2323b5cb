import type { Diagnostic, Fix } from "@assay/contract";
import { composeFixes } from "@assay/engine";
import { patchDraft } from "../draft/patch-draft.ts";
import { type Draft, draftFrom, maxDraftBytes, readDraft } from "../draft/read-draft.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { diagnosticBlock } from "../reports/diagnostic-block.ts";
import { inFileOrder, locate } from "../reports/located.ts";
import { nextSteps } from "../reports/next-steps.ts";
import { createPrettyReporter, prettyReport, summaryLines } from "../reports/pretty-report.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printNext } from "../terminal/print-next.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle } from "../terminal/style.ts";
import type { Checked } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";

/** The options of `assay fix`. */
export interface FixOptions extends CheckerOptions {
  readonly review?: boolean;
  readonly all?: boolean;
}

// A fix can make another one possible; each round costs a call.
const maxRounds = 8;

/** Applies safe fixes to a file, or all of them, or asks about each; writes the file once, at the end. */
export async function fix(file: string, options: FixOptions, io: Io): Promise<ExitCode> {
  if (file === "-") throw new Failure("`assay fix` changes a file, so it needs the name of one.");
  const read = await readDraft(file, io);
  if (read.kind === "unreadable") {
    createPrettyReporter(io).unreadable(read);
    return exitCode.invalid;
  }
  const checker = await createChecker(options, io);
  if (options.review && options.all) throw new Failure("--review asks about each fix, --all about none. Choose one.");
  const choose = options.review ? createReview(file, io) : options.all ? chooseFirst : chooseSafe;
  const original = read.draft;
  let draft = original;
  let checked = await checker.check(draft.candidate, checker.resolveDomain(draft));
  const done: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const chosen = await choose(checked, draft);
    const applied = applyAll(draft, chosen);
    done.push(...applied.titles);
    if (applied.draft.text !== draft.text) {
      draft = applied.draft;
      checked = await checker.check(draft.candidate, checker.resolveDomain(draft));
    } else break;
  }
  io.signal.throwIfAborted();
  if (draft.text !== original.text) write(original, draft, io);
  report(done, checked, draft, options, io);
  printNext(nextSteps(checked, file, options), io);
  return checked.valid ? exitCode.valid : exitCode.invalid;
}

type Choose = (checked: Checked, draft: Draft) => Promise<readonly Fix[]>;

// Whatever else a service says, or will say one day, is for a person.
function isForAuthor({ needs }: Diagnostic): boolean {
  return needs === "edit";
}

function isForPerson({ needs }: Diagnostic): boolean {
  return needs !== "owner-decision" && needs !== "product-team";
}

const chooseSafe: Choose = async ({ diagnostics }) =>
  diagnostics.filter(isForAuthor).flatMap(({ fixes = [] }) => {
    const safe = fixes.find((one): one is Fix => one.applicability === "safe" && one.patch !== undefined);
    return safe ? [safe] : [];
  });

const chooseFirst: Choose = async ({ diagnostics }) =>
  diagnostics.filter(isForAuthor).flatMap(({ fixes: [first] = [] }) => (first?.patch ? [first as Fix] : []));

/** Asks about the first fix of each diagnostic, once. */
function createReview(file: string, io: Io): Choose {
  const style = createStyle(io, io.out);
  const asked = new Set<string>();
  let answerToAll: "y" | "q" | undefined;
  return async ({ diagnostics }, draft) => {
    const chosen: Fix[] = [];
    for (const { diagnostic, marks } of inFileOrder(locate(diagnostics.filter(isForPerson), draft))) {
      const first = diagnostic.fixes?.[0];
      const key = JSON.stringify([diagnostic.code, diagnostic.path, first?.title]);
      if (!first?.patch || asked.has(key)) continue;
      asked.add(key);
      if (answerToAll === "q") continue;
      if (answerToAll === undefined) io.out.write(`${diagnosticBlock(diagnostic, marks, draft, style).join("\n")}\n`);
      const answer = answerToAll ?? (await askAbout(file, io));
      if (answer === "a" || answer === "q") answerToAll = answer === "a" ? "y" : "q";
      if (answer === "y" || answer === "a") chosen.push(first);
    }
    return chosen;
  };
}

async function askAbout(file: string, io: Io): Promise<"y" | "n" | "a" | "q"> {
  const question = "Apply this fix? [y]es, [n]o, [a]ll, [q]uit: ";
  for (;;) {
    const answer = await io.ask(question);
    io.signal.throwIfAborted();
    if (answer === undefined) {
      throw new Failure(
        "`assay fix --review` asks questions, so it needs a terminal. Nothing was changed. Read the fixes; if all of them are meant, apply all:",
        { next: [`assay check ${quoteArgument(file)} --format agent`, `assay fix --all ${quoteArgument(file)}`] },
      );
    }
    const letter = answer.trim().toLowerCase()[0] ?? "";
    io.out.write("\n");
    if (letter === "y" || letter === "n" || letter === "a" || letter === "q") return letter;
  }
}

interface Applied {
  readonly draft: Draft;
  readonly titles: readonly string[];
}

// All at once if they fit together, otherwise as many as do.
function applyAll(draft: Draft, fixes: readonly Fix[]): Applied {
  if (fixes.length === 0) return { draft, titles: [] };
  const together = patchDraft(draft, composeFixes(fixes));
  if (together.kind === "ok") return { draft: withText(draft, together.text), titles: fixes.map(({ title }) => title) };
  for (const one of fixes) {
    const alone = patchDraft(draft, one.patch);
    if (alone.kind === "ok") return { draft: withText(draft, alone.text), titles: [one.title] };
  }
  return { draft, titles: [] };
}

function withText(draft: Draft, text: string): Draft {
  const read = draftFrom(new TextEncoder().encode(text), draft.name, draft.path);
  if (read.kind === "unreadable")
    throw new Failure(`A fix made something else than JSON of ${draft.name}. It is unchanged.`);
  return { ...read.draft, hasByteOrderMark: draft.hasByteOrderMark };
}

function write(original: Draft, { path, text, hasByteOrderMark }: Draft, io: Io): void {
  if (path === undefined) return;
  const bytesOf = (content: string) => Buffer.from(`${hasByteOrderMark ? "\ufeff" : ""}${content}`);
  // An editor may have saved the file while the service was asked.
  if (!bytesOf(original.text).equals(readFile(path, io, { maxBytes: maxDraftBytes }))) {
    throw new Failure(
      `${original.name} was changed by another program meanwhile. It is left as it is; run the command again.`,
    );
  }
  writeAtomically(path, bytesOf(text));
}

function report(done: readonly string[], checked: Checked, draft: Draft, { review, all }: FixOptions, io: Io): void {
  const style = createStyle(io, io.out);
  for (const title of done) io.out.write(`${style.paint("fix", "fixed")}: ${printable(title)}\n`);
  if (done.length === 0 && !checked.valid) {
    io.out.write(
      `${draft.name} is unchanged: ${review ? "no fix was chosen" : all ? "there is no fix" : "there is no safe fix"}.\n`,
    );
  } else if (done.length > 0) io.out.write(`${done.length} ${done.length === 1 ? "fix" : "fixes"} in ${draft.name}.\n`);
  // After a review everything was seen already; what is left is told by the summary.
  if (review || checked.valid) io.out.write(`${summaryLines(checked, draft, style).join("\n")}\n`);
  else io.out.write(`\n${prettyReport(checked, draft, style)}`);
}
