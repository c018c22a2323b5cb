import type { Range } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { displayLine } from "../terminal/display-line.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import type { Role, Style } from "../terminal/style.ts";

// More characters than a terminal line can show. A whole file can be one line, and measuring all of it would be slow.
const maxContextLength = 1_000;

/**
 * Formats a line of a source with carets under the marked part, below its position:
 *
 *     --> candidate.json:3:18
 *      |
 *    3 |   "generatorId": "Parcel Route",
 *      |                  ^^^^^^^^^^^^^^
 */
export function formatFrame(
  source: Pick<Source, "name" | "lines">,
  mark: Range,
  role: Role,
  { paint, width }: Style,
): readonly string[] {
  const gutter = gutterWidth(source);
  const { line } = source.lines.findPosition(mark.from);
  const { text, from } = source.lines.line(line);
  const start = Math.max(mark.from - from - maxContextLength, 0);
  const context = text.slice(start, mark.from - from + maxContextLength);
  const part = { from: mark.from - from - start, to: mark.to - from - start };
  const displayed = displayLine(context, part, width - gutter - 3);
  const formatBar = (label: string) => paint("dim", `${label.padStart(gutter)} |`);
  return [
    `${paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${formatPlace(source, mark.from)}`,
    formatBar(""),
    `${formatBar(String(line))} ${displayed.text}`.trimEnd(),
    `${formatBar("")} ${" ".repeat(displayed.from)}${paint(role, "^".repeat(displayed.to - displayed.from))}`,
  ];
}

/** The width of the column for a source's line numbers. */
export function gutterWidth({ lines }: Pick<Source, "lines">): number {
  return Math.max(String(lines.count).length, 2) + 1;
}
