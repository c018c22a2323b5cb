import type { Diagnostic, Fix, FixInRepair } from "@assay/contract";
import type { Range } from "@assay/json-text";
import { patchDraft } from "../draft/patch-draft.ts";
import type { Draft, Source } from "../draft/read-draft.ts";
import { printable } from "../terminal/printable.ts";
import { placeIn } from "../terminal/source-lines.ts";
import type { Style } from "../terminal/style.ts";
import { hang, wrap } from "../terminal/wrap.ts";
import { diffLines } from "./diff-lines.ts";
import { arrow, frameLines, gutterWidth, placedFrame } from "./frame.ts";

/** A diagnostic with its frame, the places that explain it, the reason of its rule, and its fix as a diff. */
export function diagnosticBlock(
  diagnostic: Diagnostic,
  marks: readonly Range[],
  draft: Draft,
  style: Style,
): readonly string[] {
  const { lines, places, prefix } = draft;
  const { code, severity, message, related = [], rule, count = 1, fixes = [] } = diagnostic;
  const [mark = { from: 0, to: 1 }, ...others] = marks;
  const relatedMarks = related.map((other) => ({
    ...places.find(`${prefix}${other.path}`),
    label: printable(other.message),
  }));
  const gutter = gutterWidth(draft);
  return [
    ...headLines(severity, code, message, style),
    ...placedFrame(draft, mark, severity, style),
    ...relatedMarks.flatMap((other) => [
      arrow(":::", placeIn(draft, other.from), gutter, style),
      ...frameLines(lines, { ...other, role: "info", sign: "-" }, gutter, style),
    ]),
    ...(count > 1 ? noteLines("also", alsoAt(others, count, draft), gutter, style) : []),
    ...(rule.why === undefined ? [] : noteLines("why", printable(rule.why), gutter, style)),
    ...fixes.slice(0, 1).flatMap((fix) => fixLines(fix, fixes.length, gutter, draft, style)),
  ].map((line) => line.trimEnd());
}

/** The first lines of a block: how bad it is, its code, and the message. */
export function headLines(
  severity: Diagnostic["severity"],
  code: string,
  message: string,
  { paint, width }: Style,
): readonly string[] {
  const label = `${severity}[${printable(code)}]`;
  const [first = "", ...rest] = wrap(`${label}: ${printable(message)}`, width);
  const painted = first.startsWith(label) ? paint(severity, label) + paint("strong", first.slice(label.length)) : first;
  return [painted, ...rest.map((line) => paint("strong", line))];
}

/** A line below a frame with what else there is to say, such as a reason. */
export function noteLines(label: string, text: string, gutter: number, { paint, width }: Style): readonly string[] {
  const head = `${paint("dim", `${" ".repeat(gutter)} =`)} ${paint("strong", `${label}:`)} `;
  return hang(head, gutter + label.length + 5, text, width);
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
  draft: Draft,
  style: Style,
): readonly string[] {
  const { paint, width } = style;
  const label = applicability === "safe" ? "safe fix" : "fix to review";
  const more = count > 1 ? ` (or ${count - 1} other${count > 2 ? "s" : ""})` : "";
  const [first = "", ...rest] = wrap(`${label}${more}: ${printable(title)}`, width);
  const head = [paint("fix", label) + first.slice(label.length), ...rest];
  const patched = patch && patchDraft(draft, patch);
  if (patched?.kind !== "ok" || patched.changes.length === 0) return head;
  return [...head, ...diffLines(draft.text, patched.changes, gutter, style)];
}
