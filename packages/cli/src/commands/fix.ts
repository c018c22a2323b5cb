import type { Diagnostic, Fix } from "@assay/contract";
import { composeFixes } from "@assay/engine";
import { findFiles } from "../draft/find-files.ts";
import { patchDraft } from "../draft/patch-draft.ts";
import { type Draft, draftFrom, maxDraftBytes, readDraft, type UnreadableDraft } from "../draft/read-draft.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { diagnosticBlock } from "../reports/diagnostic-block.ts";
import { inFileOrder, locate } from "../reports/located.ts";
import { createPrettyReporter, summaryLines } from "../reports/pretty-report.ts";
import { counted } from "../terminal/phrases.ts";
import { printNote } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import { placeIn } from "../terminal/source-lines.ts";
import { createStyle } from "../terminal/style.ts";
import { allSkipped, skipped } from "../verdicts/check-files.ts";
import { type Checked, type Checker, checkSize, tooLarge } from "../verdicts/checker.ts";
import { type CheckerOptions, createChecker } from "../verdicts/create-checker.ts";

interface FixOptions extends CheckerOptions {
  readonly review?: boolean;
  readonly all?: boolean;
  /** The same as \`all\`, as other tools call it. */
  readonly unsafe?: boolean;
}

// A fix can make another one possible; each round costs a call.
const maxRounds = 8;

/** Applies safe fixes to files, or all of them, or asks about each; writes a file once, at the end. */
export async function fix(names: readonly string[], options: FixOptions, io: Io): Promise<ExitCode> {
  const { review = false, all = false, unsafe = false } = options;
  if (names.includes("-")) {
    throw new Failure("`assay fix` changes a file, so it needs the name of one.");
  }
  if (review && (all || unsafe)) {
    throw new Failure("--review asks about each fix, --all about none. Choose one.");
  }
  const found = findFiles(names, io);
  if (review && !io.canAsk) throw noTerminal();
  const checker = await createChecker(options, io, found.files);
  const choose = review ? createReview(io) : all || unsafe ? chooseFirst : chooseSafe;
  const ended: Ended[] = [];
  for (const file of found.files) {
    const one = await fixFile(file, { checker, choose, areSeveral: found.areSeveral, io });
    if (one.kind === "fixed") report(one, found.areSeveral, options, io);
    ended.push(one);
  }
  if (ended.every(({ kind }) => kind === "skipped")) throw allSkipped();
  if (found.areSeveral) reportTotals(ended, options, io);
  const areValid = ended.every((one) => one.kind === "skipped" || (one.kind === "fixed" && one.checked.valid));
  return areValid ? exitCode.valid : exitCode.invalid;
}

/** What became of a file. */
type Ended =
  | { readonly kind: "skipped" | "unreadable" }
  | {
      readonly kind: "fixed";
      readonly draft: Draft;
      readonly checked: Checked;
      readonly done: readonly string[];
    };

interface FixParts {
  readonly checker: Checker;
  readonly choose: Choose;
  readonly areSeveral: boolean;
  readonly io: Io;
}

async function fixFile(file: string, { checker, choose, areSeveral, io }: FixParts): Promise<Ended> {
  const read = await readDraft(file, io);
  const leave = (unread: UnreadableDraft): Ended => {
    createPrettyReporter(io).unreadable(unread);
    return { kind: "unreadable" };
  };
  if (read.kind === "unreadable") return leave(read);
  const original = read.draft;
  if (original.isInstead) {
    printNote(skipped(original, original.isInstead, areSeveral), io);
    return { kind: "skipped" };
  }
  const large = tooLarge(original, checker.resolveDomain(original));
  if (large) return leave(large);
  const check = (one: Draft) => {
    const domain = checker.resolveDomain(one);
    checkSize(one, domain);
    return checker.check(one.candidate, domain);
  };
  let draft = original;
  let checked = await check(draft);
  const done: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const chosen = await choose(checked, draft);
    const applied = applyAll(draft, chosen);
    done.push(...applied.done);
    if (applied.draft.text !== draft.text) {
      draft = applied.draft;
      checked = await check(draft);
    } else break;
  }
  io.signal.throwIfAborted();
  if (draft.text !== original.text) write(original, draft, io);
  return { kind: "fixed", draft, checked, done };
}

function noTerminal(): Failure {
  return new Failure(
    "`assay fix --review` asks questions, so it needs a terminal. Nothing was changed. Read the fixes with `assay check`. Only if each of them is what was meant, run `assay fix` again with --all instead of --review.",
  );
}

/** A fix, and the place that it is about. */
interface Chosen {
  readonly fix: Fix;
  readonly at: string;
}

type Choose = (checked: Checked, draft: Draft) => Promise<readonly Chosen[]>;

const chooseSafe: Choose = async ({ diagnostics }, draft) =>
  chosenFrom(diagnostics, draft, (fixes) =>
    fixes.find((one): one is Fix => one.applicability === "safe" && one.patch !== undefined),
  );

const chooseFirst: Choose = async ({ diagnostics }, draft) =>
  chosenFrom(diagnostics, draft, ([first]) => (first?.patch ? first : undefined));

function chosenFrom(
  diagnostics: readonly Diagnostic[],
  draft: Draft,
  choose: (fixes: NonNullable<Diagnostic["fixes"]>) => Fix | undefined,
): readonly Chosen[] {
  // Whatever else a service says, or will say one day, is for a person.
  const forAuthor = diagnostics.filter(({ needs }) => needs === "edit");
  return locate(forAuthor, draft).flatMap(({ diagnostic, marks }) => {
    const chosen = choose(diagnostic.fixes ?? []);
    return chosen ? [{ fix: chosen, at: placeIn(draft, marks[0]?.from ?? 0) }] : [];
  });
}

/** Shows the first fix of each diagnostic and asks about it, once; after the answer "all" it asks only about what may have been declined. */
function createReview(io: Io): Choose {
  const style = createStyle(io, io.out);
  const asked = new Set<string>();
  const declined = new Set<string>();
  let answerToAll: "y" | "q" | undefined;
  return async ({ diagnostics }, draft) => {
    const chosen: Chosen[] = [];
    // A fix that was applied since may have moved their places.
    const declinedBefore = new Set(declined);
    const open = diagnostics.filter(({ needs }) => needs !== "owner-decision" && needs !== "product-team");
    for (const { diagnostic, marks } of inFileOrder(locate(open, draft))) {
      const first = diagnostic.fixes?.[0];
      const what = JSON.stringify([draft.name, diagnostic.code, first?.title]);
      const key = `${what}${diagnostic.path}`;
      if (!first?.patch || asked.has(key)) continue;
      asked.add(key);
      if (answerToAll === "q") continue;
      const known = declinedBefore.has(what) ? undefined : answerToAll;
      io.out.write(`${diagnosticBlock(diagnostic, marks, draft, style).join("\n")}\n${known ? "\n" : ""}`);
      const answer = known ?? (await askAbout(io));
      if (answer === "n") declined.add(what);
      if (answer === "a" || answer === "q") answerToAll = answer === "a" ? "y" : "q";
      if (answer === "y" || answer === "a") chosen.push({ fix: first, at: placeIn(draft, marks[0]?.from ?? 0) });
    }
    return chosen;
  };
}

async function askAbout(io: Io): Promise<"y" | "n" | "a" | "q"> {
  const question = "Apply this fix? [y]es, [n]o, [a]ll, [q]uit: ";
  for (;;) {
    const answer = await io.ask(question);
    io.signal.throwIfAborted();
    // The input has ended: what was agreed to holds.
    if (answer === undefined) return "q";
    const letter = answer.trim().toLowerCase()[0] ?? "";
    io.out.write("\n");
    if (letter === "y" || letter === "n" || letter === "a" || letter === "q") return letter;
  }
}

interface Applied {
  readonly draft: Draft;
  /** What was fixed, and where. */
  readonly done: readonly string[];
}

// All at once if they fit together, otherwise as many as do.
function applyAll(draft: Draft, chosen: readonly Chosen[]): Applied {
  if (chosen.length === 0) return { draft, done: [] };
  const lineOf = ({ at, fix: { title } }: Chosen) => `${at}: ${title}`;
  const together = patchDraft(draft, composeFixes(chosen.map((one) => one.fix)));
  if (together.kind === "ok") return { draft: withText(draft, together.text), done: chosen.map(lineOf) };
  for (const one of chosen) {
    const alone = patchDraft(draft, one.fix.patch);
    if (alone.kind === "ok") return { draft: withText(draft, alone.text), done: [lineOf(one)] };
  }
  return { draft, done: [] };
}

function withText(draft: Draft, text: string): Draft {
  const read = draftFrom(new TextEncoder().encode(text), draft.name, draft.path);
  if (read.kind === "unreadable")
    throw new Failure(
      `A fix would have left ${draft.name} as invalid JSON, so nothing was written. This is a bug in assay; please report it.`,
    );
  return { ...read.draft, hasByteOrderMark: draft.hasByteOrderMark };
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

function report(one: Extract<Ended, { kind: "fixed" }>, areSeveral: boolean, options: FixOptions, io: Io): void {
  const { draft, checked, done } = one;
  const style = createStyle(io, io.out);
  for (const line of done) io.out.write(`${style.paint("fix", "fixed")}: ${printable(line)}\n`);
  if (areSeveral && done.length === 0) return;
  const what = countedFixes(done.length, options);
  const toReview = options.review || checked.valid ? 0 : countReviews([checked]);
  if (toReview > 0) {
    io.out.write(`${draft.name}: ${what}, ${toReview} to review with --review.\n`);
    return;
  }
  if (!areSeveral || done.length > 0) io.out.write(`${draft.name}: ${what}.\n`);
  if (areSeveral) return;
  io.out.write(`${summaryLines(checked, draft, style).join("\n")}\n`);
}

function reportTotals(ended: readonly Ended[], options: FixOptions, io: Io): void {
  const files = ended.flatMap((one) => (one.kind === "fixed" ? [one] : []));
  const invalid = files.filter(({ checked }) => !checked.valid);
  const done = files.reduce((sum, one) => sum + one.done.length, 0);
  const unread = ended.filter(({ kind }) => kind === "unreadable").length;
  const review = countReviews(invalid.map(({ checked }) => checked));
  const parts = [
    `${countedFixes(done, options)} in ${counted(files.filter((one) => one.done.length > 0).length, "file")}`,
    ...(review > 0 ? [`${review} to review with --review`] : []),
    `${files.length - invalid.length} of ${counted(files.length + unread, "file")} valid`,
  ];
  io.out.write(`${parts.join(", ")}.\n`);
}

/** How many diagnostics have a fix to review first. */
function countReviews(checked: readonly Checked[]): number {
  const first = checked.flatMap(({ diagnostics }) => diagnostics.flatMap(({ fixes: [fix] = [] }) => fix ?? []));
  return first.filter(({ applicability }) => applicability !== "safe").length;
}

function countedFixes(count: number, { review, all, unsafe }: FixOptions): string {
  return `${count} ${review || all || unsafe ? "" : "safe "}${count === 1 ? "fix" : "fixes"}`;
}
