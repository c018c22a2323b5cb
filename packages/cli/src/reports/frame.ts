import type { Range } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { displayLine } from "../terminal/display-line.ts";
import { formatPlace } from "../terminal/source-lines.ts";
import type { Role, Style } from "../terminal/style.ts";

// More than a terminal shows. What is farther from a mark is not measured: a whole file may be one line.
const maxContextLength = 1_000;

/**
 * The line of a source with signs under a part of it, below the name of its place:
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
  const near = text.slice(start, mark.from - from + maxContextLength);
  const shown = displayLine(near, { from: mark.from - from - start, to: mark.to - from - start }, width - gutter - 3);
  const formatBar = (label: string) => paint("dim", `${label.padStart(gutter)} |`);
  return [
    `${paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${formatPlace(source, mark.from)}`,
    formatBar(""),
    `${formatBar(String(line))} ${shown.text}`.trimEnd(),
    `${formatBar("")} ${" ".repeat(shown.from)}${paint(role, "^".repeat(shown.to - shown.from))}`,
  ];
}

/** How wide line numbers of a source are. */
export function gutterWidth({ lines }: Pick<Source, "lines">): number {
  return Math.max(String(lines.count).length, 2) + 1;
}
