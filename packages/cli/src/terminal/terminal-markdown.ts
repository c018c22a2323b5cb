import { printable } from "./printable.ts";
import { paintedLines, type Style } from "./style.ts";
import { textWidth } from "./text-width.ts";
import { hang, wrap } from "./wrap.ts";

/**
 * Markdown of our own making for a terminal: headings, lists, tables, code spans and blocks. It is not a reader of Markdown
 * from outside; texts from outside are in code spans, and are escaped as in every report.
 */
export function terminalMarkdown(markdown: string, style: Style): string {
  const { width } = style;
  const out: string[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("|")) {
      const rows: string[] = [];
      for (; lines[index]?.startsWith("|"); index += 1) rows.push(lines[index] ?? "");
      index -= 1;
      out.push(...tableLines(rows, style));
      continue;
    }
    const heading = /^#+ (.*)$/.exec(line);
    if (heading) {
      out.push(...paintedLines("strong", plain(heading[1] ?? ""), style));
      continue;
    }
    const [, indent = "", bullet = "", text = ""] = /^( *)((?:[-*]|\d+\.) )?(.*)$/.exec(line) ?? [];
    const lead = indent + bullet;
    const hanging = " ".repeat(lead.length);
    out.push(
      ...colouredLines(text, width - lead.length, style).map((part, row) => `${row === 0 ? lead : hanging}${part}`),
    );
  }
  return `${out.join("\n").trimEnd()}\n`;
}

// The marks of code spans are kept where nothing else tells them apart. A span can go on in the next line.
function colouredLines(text: string, width: number, { paint }: Style): readonly string[] {
  const lines = wrap(printable(text), width);
  if (paint("code", "x") === "x") return lines;
  let isOpen = false;
  return lines.map((line) => {
    // Every second part is what marks a span.
    const parts = line.split(/(`+)/);
    return parts
      .map((part, index) => {
        if (index % 2 === 1) {
          isOpen = !isOpen;
          return "";
        }
        return isOpen && part !== "" ? paint("code", part) : part;
      })
      .join("");
  });
}

function plain(text: string): string {
  return printable(text.replaceAll("`", ""));
}

function tableLines(rows: readonly string[], style: Style): readonly string[] {
  const { paint, width } = style;
  const cells = rows.filter((row) => !/^\|[\s|:-]+\|$/.test(row)).map(cellsOf);
  const [head = [], ...body] = cells;
  const widths = head.map((_, column) => Math.max(...cells.map((row) => textWidth(plain(row[column] ?? "")))));
  const total = widths.reduce((sum, each) => sum + each + 2, 0);
  const pad = (text: string, column: number) => text + " ".repeat(Math.max((widths[column] ?? 0) - textWidth(text), 0));
  if (total <= width) {
    const draw = (row: readonly string[]) =>
      row
        .map((cell, column) => pad(plain(cell), column))
        .join("  ")
        .trimEnd();
    return [paint("strong", draw(head)), ...body.map(draw)];
  }
  // Too wide for columns: each row is a list.
  return body.flatMap((row, number) => [
    ...(number > 0 ? [""] : []),
    ...row.flatMap((cell, column) => {
      const lead = `  ${plain(head[column] ?? "")}: `;
      const indent = textWidth(lead);
      return hang(paint("strong", lead), indent, plain(cell), Math.max(width, indent + 20));
    }),
  ]);
}

// A bar inside a cell is written as \|.
function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
