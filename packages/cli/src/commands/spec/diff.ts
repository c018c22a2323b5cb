import { diffSpecs, type Entry } from "@assay/engine/spec-diff";
import { filesLike } from "../../draft/find-files.ts";
import { readDraft } from "../../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { diffMarkdown, diffText } from "../../spec-package/diff-reports.ts";
import { type OpenedPackage, openSpecPackage } from "../../spec-package/open-spec-package.ts";
import { counted } from "../../terminal/phrases.ts";
import { printJson, printNote } from "../../terminal/print.ts";
import { printable } from "../../terminal/printable.ts";
import { createStyle } from "../../terminal/style.ts";
import { skipped } from "../../verdicts/check-files.ts";
import type { DomainRef } from "../../verdicts/checker.ts";

interface DiffOptions {
  readonly format: "pretty" | "markdown" | "json";
  /** Files, or patterns of them. */
  readonly candidates?: readonly string[];
  readonly strict?: boolean;
}

// Some seconds of verdicts: more than the entries of most registries.
const maxEntries = 10_000;

/** Shows what changes between two spec packages, which candidates it concerns, and whether the version says so. */
export async function diff(files: readonly [string, string], options: DiffOptions, io: Io): Promise<ExitCode> {
  const { format, candidates, strict = false } = options;
  const [old, next] = [await openSpecPackage(files[0], io), await openSpecPackage(files[1], io)];
  const [before, after] = [specOf(old), specOf(next)];
  const domainOf = ({ document }: typeof before) => `${document.targetProduct}/${document.domainId}`;
  if (domainOf(before) !== domainOf(after)) {
    throw new Failure(
      `${files[0]} is for ${domainOf(before)}, and ${files[1]} for ${domainOf(after)}. Compare packages for the same domain.`,
    );
  }
  const entries = candidates && (await readEntries(candidates, before.document, io));
  const found = diffSpecs(before, after, entries);
  if (format === "json") printJson(found, io);
  else if (format === "markdown") io.out.write(diffMarkdown(found));
  else io.out.write(diffText(found, createStyle(io, io.out)));
  const { tests, neighbours, entries: compared } = found.evidence;
  const isCompared = (compared?.valid ?? tests.valid + neighbours.valid) > 0;
  const { verdict } = found.version;
  const isGood = strict ? verdict === "justified" && isCompared : verdict !== "not-justified";
  return isGood ? exitCode.valid : exitCode.invalid;
}

async function readEntries(patterns: readonly string[], own: DomainRef, io: Io): Promise<readonly Entry[]> {
  const names = [...new Set(patterns.flatMap((pattern) => namesLike(pattern, io)))].toSorted();
  if (names.length > maxEntries)
    throw new Failure(
      `--candidates matches ${names.length} files, and at most ${maxEntries} are compared. Use a narrower pattern.`,
    );
  const entries: Entry[] = [];
  for (const name of names) {
    const read = await readDraft(name, io);
    if (read.kind === "unreadable") throw new Failure(`${read.source.name} cannot be read: ${printable(read.message)}`);
    const { draft } = read;
    const { isInstead, targetProduct = own.targetProduct, domainId = own.domainId } = draft;
    // The candidate of a proposal package is as good as one in a file of its own.
    if (isInstead && isInstead !== "proposal package") printNote(skipped(draft, isInstead, true), io);
    else if (targetProduct !== own.targetProduct || domainId !== own.domainId)
      printNote(`${draft.name} is for ${targetProduct}/${domainId}: it is skipped.`, io);
    else entries.push({ name: draft.name, candidate: draft.candidate });
  }
  if (entries.length === 0) {
    throw new Failure(
      `--candidates matches no candidate for ${own.targetProduct}/${own.domainId}. Name files that have one.`,
    );
  }
  return entries;
}

function namesLike(pattern: string, io: Io): readonly string[] {
  const names = filesLike(pattern, io);
  if (names.length > 0) return names;
  throw new Failure(`No file matches ${JSON.stringify(pattern)} from --candidates. Check the spelling and the folder.`);
}

function specOf({ compiled, source, problems }: OpenedPackage) {
  if (compiled.kind === "ok") return compiled.spec;
  const found = counted(problems.length, "problem");
  throw new Failure(
    `${source.name} has ${found}, and only valid packages can be compared. \`assay spec check\` shows each.`,
  );
}
