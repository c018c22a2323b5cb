import { findFiles } from "../../draft/find-files.ts";
import { readDraft } from "../../draft/read-draft.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import type { Io } from "../../io.ts";
import {
  type Comparison,
  compareVerdicts,
  listTestCandidates,
  type NamedCandidate,
} from "../../spec-package/compare-verdicts.ts";
import { openSpecPackage, requireSpec } from "../../spec-package/open-spec-package.ts";
import { formatCount } from "../../terminal/format-count.ts";
import { printJson, printNote } from "../../terminal/print.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { toPrintable } from "../../terminal/to-printable.ts";
import { wrap, wrapWithLead } from "../../terminal/wrap.ts";
import type { DomainRef } from "../../verdicts/checker.ts";
import { noteOtherDocument } from "../../verdicts/open-draft.ts";

interface DiffOptions {
  readonly format: "pretty" | "json";
  /** Files or folders. */
  readonly candidates?: readonly string[];
}

/** Shows the candidates that only one of two spec packages accepts, and the errors that the other one reports. */
export async function diffSpecs(files: readonly [string, string], options: DiffOptions, io: Io): Promise<ExitCode> {
  const [old, next] = [await openSpecPackage(files[0], io), await openSpecPackage(files[1], io)];
  const specs = [requireSpec(old, "Nothing was compared"), requireSpec(next, "Nothing was compared")] as const;
  const [before, after] = specs.map(({ document }) => `${document.targetProduct}/${document.domainId}`);
  if (before !== after) {
    throw new Failure(
      `${files[0]} is for ${before}, and ${files[1]} for ${after}. Compare packages for the same domain.`,
    );
  }
  const tests = [...listTestCandidates(specs[0], old.source.name), ...listTestCandidates(specs[1], next.source.name)];
  const accepted = await readCandidates(options.candidates ?? [], specs[0].document, io);
  const comparison = compareVerdicts(old.engine, specs, removeCopies([...tests, ...accepted]));
  if (options.format === "json") printJson(comparison, io);
  else io.out.write(`${formatFlips(comparison, createStyle(io, io.out)).join("\n")}\n`);
  return comparison.flips.length === 0 ? exitCode.valid : exitCode.invalid;
}

// The two packages usually share most of their tests.
function removeCopies(candidates: readonly NamedCandidate[]): readonly NamedCandidate[] {
  const unique = new Map<string, NamedCandidate>();
  for (const named of candidates) {
    const key = JSON.stringify([named.candidate, named.registry, named.caller]);
    if (!unique.has(key)) unique.set(key, named);
  }
  return [...unique.values()];
}

async function readCandidates(names: readonly string[], domain: DomainRef, io: Io): Promise<readonly NamedCandidate[]> {
  const candidates: NamedCandidate[] = [];
  for (const name of names.length === 0 ? [] : findFiles(names, io).files) {
    const read = await readDraft(name, io);
    if (read.kind === "unreadable")
      throw new Failure(`${read.source.name} cannot be read: ${toPrintable(read.message)}`);
    const { draft } = read;
    const { otherDocument, targetProduct = domain.targetProduct, domainId = domain.domainId } = draft;
    // A proposal package contains a candidate, so it is compared too.
    if (otherDocument && otherDocument !== "proposal package") noteOtherDocument(draft, otherDocument, true, io);
    else if (targetProduct !== domain.targetProduct || domainId !== domain.domainId)
      printNote(`${draft.name} is for ${targetProduct}/${domainId}: it is skipped.`, io);
    // Uses an empty registry, because in the real one the id of an accepted candidate is already taken.
    else candidates.push({ name: draft.name, candidate: draft.candidate, registry: [] });
  }
  return candidates;
}

function formatFlips({ candidates, flips }: Comparison, { paint, width }: Style): readonly string[] {
  const lines = flips.flatMap(({ name, validUnder, errors }) => {
    const change = validUnder === "old" ? paint("error", "valid → invalid") : paint("fix", "invalid → valid");
    const reported = errors.map(
      ({ code, path, rule }) => `${code} at ${path || "the root"}${rule === undefined ? "" : ` (rule ${rule})`}`,
    );
    return [
      ...wrapWithLead(`${change}  `, indent, toPrintable(name), width),
      ...reported.flatMap((error) => wrapWithLead(" ".repeat(indent), indent + 2, toPrintable(error), width)),
    ];
  });
  const total = formatCount(candidates, "candidate");
  if (flips.length === 0) return wrap(`${total}: no verdict differs.`, width);
  const refused = flips.filter(({ validUnder }) => validUnder === "old").length;
  const sentence = `Of ${total}, ${refused} ${refused === 1 ? "is" : "are"} valid only under the old package, and ${flips.length - refused} only under the new one.`;
  return [...lines, "", ...wrap(sentence, width)];
}

const indent = 17;
