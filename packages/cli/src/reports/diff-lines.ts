import type { TextChange } from "@assay/json-text";
import { displayLine } from "../terminal/display-line.ts";
import { createSourceLines } from "../terminal/source-lines.ts";
import type { Style } from "../terminal/style.ts";
import { bar } from "./frame.ts";

/** The lines of a text that changes remove and add, as a small diff; at most `maxLines` of them. */
export function diffLines(
  before: string,
  changes: readonly TextChange[],
  gutter: number,
  { paint, width }: Style,
  maxLines = 12,
): readonly string[] {
  const room = width - gutter - 3;
  const drawn = hunksOf(before, changes).flatMap(({ line: first, removed, added }) => {
    const draw = (texts: readonly string[], others: readonly string[], sign: "-" | "+") =>
      texts.map((text, index) => {
        const shown = shownBeside(text, others[index] ?? "", room).trimEnd();
        const line = bar(String(first + index), gutter, paint, sign);
        return shown === "" ? line : `${line} ${paint(sign === "-" ? "removed" : "added", shown)}`;
      });
    return [...draw(removed, added, "-"), ...draw(added, removed, "+")];
  });
  if (drawn.length <= maxLines) return drawn;
  return [...drawn.slice(0, maxLines - 1), `${bar("", gutter, paint, ".")} ${drawn.length - maxLines + 1} more lines`];
}

/** Lines that are replaced by others; `line` is where both begin. */
interface Hunk {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function hunksOf(before: string, changes: readonly TextChange[]): readonly Hunk[] {
  const lines = createSourceLines(before);
  const groups: { first: number; last: number; changes: TextChange[] }[] = [];
  for (const change of changes) {
    const first = lines.positionOf(change.from).line;
    const last = lines.positionOf(change.to).line;
    const open = groups.at(-1);
    if (open && first <= open.last) {
      open.last = Math.max(open.last, last);
      open.changes.push(change);
    } else groups.push({ first, last, changes: [change] });
  }
  return groups.map((group) => {
    const { from } = lines.line(group.first);
    const { to } = lines.line(group.last);
    let text = "";
    let at = from;
    for (const change of group.changes) {
      text += before.slice(at, change.from) + change.insert;
      at = change.to;
    }
    text += before.slice(at, Math.max(to, at));
    return withoutEqualEnds(group.first, split(before.slice(from, to)), split(text));
  });
}

function split(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

// Lines that stay as they are say nothing.
function withoutEqualEnds(line: number, removed: readonly string[], added: readonly string[]): Hunk {
  const shortest = Math.min(removed.length, added.length);
  let start = 0;
  while (start < shortest && removed[start] === added[start]) start++;
  let end = 0;
  while (end < shortest - start && removed.at(-1 - end) === added.at(-1 - end)) end++;
  return {
    line: line + start,
    removed: removed.slice(start, removed.length - end),
    added: added.slice(start, added.length - end),
  };
}

// Both lines of a pair are cut at the same column, so that what is equal stands one above the other.
function shownBeside(text: string, other: string, room: number): string {
  const part = differenceIn(text, other);
  const [own, others] = [displayLine(text, part, room), displayLine(other, differenceIn(other, text), room)];
  return displayLine(text, part, room, Math.max(own.first, others.first)).text;
}

// Of a long line, what differs has to be seen.
function differenceIn(text: string, other: string): { readonly from: number; readonly to: number } {
  const shortest = Math.min(text.length, other.length);
  let from = 0;
  while (from < shortest && text[from] === other[from]) from++;
  let end = 0;
  while (end < shortest - from && text.at(-1 - end) === other.at(-1 - end)) end++;
  return { from, to: text.length - end };
}
