import type { Diagnostic, Fix, FixInRepair, PatchOperation } from "@assay/contract";
import type { Range, TextChange } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { printable } from "../text/printable.ts";
import { wrap } from "../text/wrap.ts";
import { diffLines } from "./diff-lines.ts";
import { bar, frameLines } from "./frame.ts";
import type { Look } from "./look.ts";

/** What a diagnostic is shown with. */
export interface BlockContext extends Look {
  readonly source: Source;
  /** Where the candidate is in the source. */
  readonly prefix: string;
  /** What a patch would change in the source, or nothing if it does not fit. */
  readonly changesOf: (patch: readonly PatchOperation[]) => readonly TextChange[] | undefined;
}

/** A diagnostic with its frame, the places that explain it, the reason of its rule, and its fix as a diff. */
export function diagnosticBlock(
  diagnostic: Diagnostic,
  marks: readonly Range[],
  context: BlockContext,
): readonly string[] {
  const { source, prefix, paint, width } = context;
  const { lines, places, name } = source;
  const { code, severity, message, related = [], rule, count = 1, fixes = [] } = diagnostic;
  const [mark = { from: 0, to: 1 }, ...others] = marks;
  const relatedMarks = related.map((other) => ({
    ...places.find(`${prefix}${other.path}`),
    label: printable(other.message),
  }));
  const gutter = gutterOf(source);
  const at = (offset: number) => {
    const { line, column } = lines.positionOf(offset);
    return `${name}:${line}:${column}`;
  };
  const arrow = (sign: string, text: string) => `${paint("dim", `${" ".repeat(gutter - 1)}${sign}`)} ${text}`;
  const empty = bar("", gutter, paint);
  return [
    ...headLines(severity, code, message, context),
    arrow("-->", at(mark.from)),
    empty,
    ...frameLines(lines, { ...mark, role: severity, sign: "^" }, gutter, context),
    ...relatedMarks.flatMap((other) => [
      arrow(":::", at(other.from)),
      ...frameLines(lines, { ...other, role: "info", sign: "-" }, gutter, context),
    ]),
    ...(count > 1 ? noteLines("also", alsoAt(others, count, source), gutter, context) : []),
    ...(rule.why === undefined ? [] : noteLines("why", printable(rule.why), gutter, context)),
    ...fixes.slice(0, 1).flatMap((fix) => fixLines(fix, fixes.length, gutter, context)),
  ].map((line) => (width > 0 ? line.trimEnd() : line));
}

/** The first lines of a block: how bad it is, its code, and the message. */
export function headLines(
  severity: Diagnostic["severity"],
  code: string,
  message: string,
  { paint, width }: Look,
): readonly string[] {
  const label = `${severity}[${printable(code)}]`;
  const [first = "", ...rest] = wrap(`${label}: ${printable(message)}`, width);
  const painted = first.startsWith(label) ? paint(severity, label) + paint("strong", first.slice(label.length)) : first;
  return [painted, ...rest.map((line) => paint("strong", line))];
}

/** How wide line numbers of a source are. */
export function gutterOf({ lines }: Pick<Source, "lines">): number {
  return Math.max(String(lines.count).length, 2) + 1;
}

/** A line below a frame with what else there is to say, such as a reason. */
export function noteLines(label: string, text: string, gutter: number, { paint, width }: Look): readonly string[] {
  const start = `${" ".repeat(gutter)} = ${label}: `;
  const [first = "", ...rest] = wrap(text, width - start.length);
  const head = `${paint("dim", `${" ".repeat(gutter)} =`)} ${paint("strong", `${label}:`)} ${first}`;
  return [head, ...rest.map((line) => " ".repeat(start.length) + line)];
}

function alsoAt(others: readonly Range[], count: number, { lines }: Source): string {
  const shown = others.slice(0, 6).map(({ from }) => {
    const { line, column } = lines.positionOf(from);
    return `${line}:${column}`;
  });
  const more = count - 1 - shown.length;
  if (shown.length === 0) return `${count} times in all`;
  return `at ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function fixLines(
  { title, applicability, patch }: Fix | FixInRepair,
  count: number,
  gutter: number,
  context: BlockContext,
): readonly string[] {
  const { source, paint, width, changesOf } = context;
  const label = applicability === "safe" ? "safe fix" : "fix to review";
  const more = count > 1 ? ` (or ${count - 1} other)` : "";
  const [first = "", ...rest] = wrap(`${label}${more}: ${printable(title)}`, width);
  const head = [paint("fix", label) + first.slice(label.length), ...rest];
  const changes = patch && changesOf(patch);
  if (!changes || changes.length === 0) return head;
  return [...head, ...diffLines(source.text, changes, gutter, context)];
}
