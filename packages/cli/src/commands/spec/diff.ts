import { findFiles } from "../../draft/find-files.ts";
import { readDraft } from "../../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import { type Compared, candidatesOfTests, compareVerdicts, type Named } from "../../spec-package/compare-verdicts.ts";
import { openSpecPackage, usableSpec } from "../../spec-package/open-spec-package.ts";
import { counted } from "../../terminal/phrases.ts";
import { printJson, printNote } from "../../terminal/print.ts";
import { printable } from "../../terminal/printable.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { hang, wrap } from "../../terminal/wrap.ts";
import type { DomainRef } from "../../verdicts/checker.ts";
import { noteOther } from "../../verdicts/open-draft.ts";

interface DiffOptions {
  readonly format: "pretty" | "json";
  /** Files or folders. */
  readonly candidates?: readonly string[];
}

/** Shows which candidates are valid under one of two spec packages only, and what the other one reports. */
export async function diff(files: readonly [string, string], options: DiffOptions, io: Io): Promise<ExitCode> {
  const [old, next] = [await openSpecPackage(files[0], io), await openSpecPackage(files[1], io)];
  const specs = [usableSpec(old, "Nothing was compared"), usableSpec(next, "Nothing was compared")] as const;
  const [before, after] = specs.map(({ document }) => `${document.targetProduct}/${document.domainId}`);
  if (before !== after) {
    throw new Failure(
      `${files[0]} is for ${before}, and ${files[1]} for ${after}. Compare packages for the same domain.`,
    );
  }
  const tests = [...candidatesOfTests(specs[0], old.source.name), ...candidatesOfTests(specs[1], next.source.name)];
  const accepted = await readCandidates(options.candidates ?? [], specs[0].document, io);
  const compared = compareVerdicts(old.engine, specs, withoutCopies([...tests, ...accepted]));
  if (options.format === "json") printJson(compared, io);
  else io.out.write(`${linesFor(compared, createStyle(io, io.out)).join("\n")}\n`);
  return compared.flips.length === 0 ? exitCode.valid : exitCode.invalid;
}

// Most tests of the new package are those of the old one.
function withoutCopies(candidates: readonly Named[]): readonly Named[] {
  const first = new Map<string, Named>();
  for (const one of candidates) {
    const key = JSON.stringify([one.candidate, one.registry, one.caller]);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

async function readCandidates(names: readonly string[], own: DomainRef, io: Io): Promise<readonly Named[]> {
  const candidates: Named[] = [];
  for (const name of names.length === 0 ? [] : findFiles(names, io).files) {
    const read = await readDraft(name, io);
    if (read.kind === "unreadable") throw new Failure(`${read.source.name} cannot be read: ${printable(read.message)}`);
    const { draft } = read;
    const { otherDocument, targetProduct = own.targetProduct, domainId = own.domainId } = draft;
    // The candidate of a proposal package is as good as one in a file of its own.
    if (otherDocument && otherDocument !== "proposal package") noteOther(draft, otherDocument, true, io);
    else if (targetProduct !== own.targetProduct || domainId !== own.domainId)
      printNote(`${draft.name} is for ${targetProduct}/${domainId}: it is skipped.`, io);
    // It was accepted, so its id may be taken by itself.
    else candidates.push({ name: draft.name, candidate: draft.candidate, registry: [] });
  }
  return candidates;
}

function linesFor({ candidates, flips }: Compared, { paint, width }: Style): readonly string[] {
  const lines = flips.flatMap(({ name, validUnder, errors }) => {
    const change = validUnder === "old" ? paint("error", "valid → invalid") : paint("fix", "invalid → valid");
    const reported = errors.map(
      ({ code, path, rule }) => `${code} at ${path || "the root"}${rule === undefined ? "" : ` (rule ${rule})`}`,
    );
    return [
      ...hang(`${change}  `, indent, printable(name), width),
      ...reported.flatMap((error) => hang(" ".repeat(indent), indent + 2, printable(error), width)),
    ];
  });
  const all = counted(candidates, "candidate");
  if (flips.length === 0) return wrap(`None of ${all} gets another verdict.`, width);
  const refused = flips.filter(({ validUnder }) => validUnder === "old").length;
  const sentence = `Of ${all}, ${refused} ${refused === 1 ? "is" : "are"} valid only under the old package, and ${flips.length - refused} only under the new one.`;
  return [...lines, "", ...wrap(sentence, width)];
}

const indent = 17;
