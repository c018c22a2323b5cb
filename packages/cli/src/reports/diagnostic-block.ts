import type { Diagnostic } from "@assay/contract";
import type { Range } from "@assay/json-text";
import type { Draft, Source } from "../draft/read-draft.ts";
import type { Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { wrap, wrapWithLead } from "../terminal/wrap.ts";
import { formatFrame, gutterWidth } from "./frame.ts";

/** Formats a diagnostic with its frame, its other places and its reason. */
export function diagnosticBlock(
  diagnostic: Diagnostic,
  marks: readonly Range[],
  draft: Draft,
  style: Style,
): readonly string[] {
  const { code, severity, message, why } = diagnostic;
  const [mark = { from: 0, to: 1 }, ...otherMarks] = marks;
  const gutter = gutterWidth(draft);
  return [
    ...headLines(severity, code, message, style),
    ...formatFrame(draft, mark, severity, style),
    ...(otherMarks.length > 0 ? noteLines("also", formatOtherPlaces(otherMarks, draft), gutter, style) : []),
    ...(why === undefined ? [] : noteLines("why", toPrintable(why), gutter, style)),
  ].map((line) => line.trimEnd());
}

/** The first lines of a block: severity, code and message. */
export function headLines(
  severity: Diagnostic["severity"],
  code: string,
  message: string,
  { paint, width }: Style,
): readonly string[] {
  const label = `${severity === "info" ? "note" : severity}[${toPrintable(code)}]`;
  const [first = "", ...rest] = wrap(`${label}: ${toPrintable(message)}`, width);
  const painted = first.startsWith(label) ? paint(severity, label) + paint("strong", first.slice(label.length)) : first;
  return [painted, ...rest.map((line) => paint("strong", line))];
}

/** A labeled note below a frame, such as a reason. */
export function noteLines(label: string, text: string, gutter: number, { paint, width }: Style): readonly string[] {
  const head = `${paint("dim", `${" ".repeat(gutter)} =`)} ${paint("strong", `${label}:`)} `;
  return wrapWithLead(head, gutter + label.length + 5, text, width);
}

function formatOtherPlaces(otherMarks: readonly Range[], { lines }: Source): string {
  const positions = otherMarks.slice(0, 6).map(({ from }) => {
    const { line, column } = lines.findPosition(from);
    return `${line}:${column}`;
  });
  return `at ${positions.join(", ")}${otherMarks.length > positions.length ? ", ..." : ""}`;
}
