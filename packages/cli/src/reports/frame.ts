import type { Range } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { displayLine } from "../terminal/display-line.ts";
import { placeIn, type SourceLines } from "../terminal/source-lines.ts";
import type { Role, Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";

/** A part of a source to point at. */
export interface Mark extends Range {
  readonly role: Role;
  /** The sign under each of its columns. */
  readonly sign: "^" | "-";
  readonly label?: string;
}

// More than a terminal shows. What is farther from a mark is not measured: a whole file may be one line.
const nearby = 1_000;

/**
 * The line of a source with signs under a part of it, and a label behind or below them:
 *
 *      3 |   "generatorId": "Parcel Route",
 *        |                  ^^^^^^^^^^^^^^
 */
export function frameLines(lines: SourceLines, mark: Mark, gutter: number, { paint, width }: Style): readonly string[] {
  const { line } = lines.positionOf(mark.from);
  const { text, from } = lines.line(line);
  const room = width - gutter - 3;
  const start = Math.max(mark.from - from - nearby, 0);
  const near = text.slice(start, mark.from - from + nearby);
  const shown = displayLine(near, { from: mark.from - from - start, to: mark.to - from - start }, room);
  const signs = paint(mark.role, mark.sign.repeat(shown.to - shown.from));
  const empty = bar("", gutter, paint);
  const under = `${empty} ${" ".repeat(shown.from)}${signs}`;
  const source = `${bar(String(line), gutter, paint)} ${shown.text}`.trimEnd();
  if (mark.label === undefined) return [source, under];
  const [only = "", ...more] = wrap(mark.label, Math.max(room - shown.to - 1, 1));
  if (more.length === 0) return [source, `${under} ${paint(mark.role, only)}`];
  return [source, under, ...wrap(mark.label, room).map((part) => `${empty} ${paint(mark.role, part)}`)];
}

/** A frame below the name of its place. */
export function placedFrame(
  source: Pick<Source, "name" | "lines">,
  range: Range,
  role: Role,
  style: Style,
): readonly string[] {
  const gutter = gutterWidth(source);
  return [
    arrow("-->", placeIn(source, range.from), gutter, style),
    bar("", gutter, style.paint),
    ...frameLines(source.lines, { ...range, role, sign: "^" }, gutter, style),
  ];
}

/** A line that says which place is framed below it. */
export function arrow(sign: string, place: string, gutter: number, { paint }: Style): string {
  return `${paint("dim", `${" ".repeat(gutter - 1)}${sign}`)} ${place}`;
}

/** How wide line numbers of a source are. */
export function gutterWidth({ lines }: Pick<Source, "lines">): number {
  return Math.max(String(lines.count).length, 2) + 1;
}

/** The left side of a frame: a line number, or none. */
export function bar(text: string, gutter: number, paint: Style["paint"], sign = "|"): string {
  return paint("dim", `${text.padStart(gutter)} ${sign}`);
}
