import { limits, type SpecProblem } from "@assay/contract";
import { readJson } from "@assay/engine";
import { findRange, type Range, toOffset } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";

/** A problem in a spec package, and its place in the author's file. */
export interface LocatedProblem {
  readonly problem: SpecProblem;
  readonly mark: Range;
}

/** Finds the places of problems, and sorts the problems by their position in the file. */
export function locateProblems(
  problems: readonly SpecProblem[],
  bytes: Uint8Array,
  source: Source,
): readonly LocatedProblem[] {
  return problems
    .map((problem) => ({ problem, mark: findMark(problem, bytes, source) }))
    .toSorted((one, other) => one.mark.from - other.mark.from);
}

function findMark({ code, at, span }: SpecProblem, bytes: Uint8Array, source: Source): Range {
  if (code === "spec.unreadable") return locateSyntaxError(bytes, source);
  if (span) {
    const mark = locateExpression(at, span, source);
    if (mark) return mark;
  }
  const { places } = source;
  // A test is recognized by its name, and a rule by its id.
  if (code === "spec.test-failed") return toNonEmpty(places.find(`${at}/name`));
  if (/^\/rules\/\d+$/.test(at)) return toNonEmpty(places.find(`${at}/id`));
  return toNonEmpty(places.find(at, specCodesAboutNames.has(code) ? "name" : "value"));
}

// Codes of problems about the name of a property, or about a property that is missing next to it.
const specCodesAboutNames: ReadonlySet<string> = new Set(["spec.keyword", "spec.unbounded", "spec.costly"]);

function locateSyntaxError(bytes: Uint8Array, { text }: Source): Range {
  const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
  if (read.kind === "ok") return { from: 0, to: 1 };
  const from = toOffset(text, read.at);
  return { from, to: from + 1 };
}

function locateExpression(at: string, span: Range, { text }: Source): Range | undefined {
  const literal = findRange(text, at);
  if (!literal) return undefined;
  const offsets = listLiteralOffsets(text.slice(literal.from, literal.to));
  const from = offsets[span.from];
  const to = offsets[span.to];
  if (from === undefined || to === undefined) return undefined;
  return toNonEmpty({ from: literal.from + from, to: literal.from + to });
}

function toNonEmpty({ from, to }: Range): Range {
  return { from, to: Math.max(to, from + 1) };
}

// Lists where each UTF-16 code unit of a JSON string starts in the literal, and where the last one ends. An escape
// takes two or six characters.
function listLiteralOffsets(literal: string): readonly number[] {
  const offsets: number[] = [];
  const end = literal.length - 1;
  let offset = 1;
  while (offset < end) {
    offsets.push(offset);
    offset += literal[offset] !== "\\" ? 1 : literal[offset + 1] === "u" ? 6 : 2;
  }
  return [...offsets, end];
}
