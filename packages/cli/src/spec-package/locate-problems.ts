import { limits, type SpecProblem } from "@assay/contract";
import { readJson } from "@assay/engine";
import { findRange, type Places, type Range, toOffset } from "@assay/json-text";

/** A problem of a spec package, and the place in its author's file that it is about. */
export interface LocatedProblem {
  readonly problem: SpecProblem;
  readonly mark: Range;
}

/** The text of a spec package, and its places. */
interface Source {
  readonly text: string;
  readonly places: Places;
}

/** Finds the places of problems, and returns them in the order of the file, in which a person goes through them. */
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
    const inside = locateExpression(at, span, source);
    if (inside) return inside;
  }
  const { places } = source;
  // A test is known by its name, and a rule by its id.
  if (code === "spec.test-failed") return toNonEmpty(places.find(`${at}/name`));
  if (/^\/rules\/\d+$/.test(at)) return toNonEmpty(places.find(`${at}/id`));
  return toNonEmpty(places.find(at, aboutNames.has(code) ? "name" : "value"));
}

// These say that a name does not belong here, or that something beside it is absent.
const aboutNames: ReadonlySet<string> = new Set(["spec.keyword", "spec.unbounded", "spec.costly"]);

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

// Where each UTF-16 code unit of a string begins in its JSON literal, and where the last one ends: an escape takes two or six
// characters there.
function listLiteralOffsets(literal: string): readonly number[] {
  const offsets: number[] = [];
  const end = literal.length - 1;
  let at = 1;
  while (at < end) {
    offsets.push(at);
    at += literal[at] !== "\\" ? 1 : literal[at + 1] === "u" ? 6 : 2;
  }
  return [...offsets, end];
}
