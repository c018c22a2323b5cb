import type { Draft, ReadDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { counted } from "../terminal/phrases.ts";
import { printNext } from "../terminal/print-next.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Checked } from "../verdicts/checker.ts";
import { diagnosticBlock, gutterWidth, headLines } from "./diagnostic-block.ts";
import { bar, frameLines } from "./frame.ts";
import { inFileOrder, type Located, locate } from "./located.ts";
import type { Reporter } from "./reporter.ts";

/** Writes verdicts for a person at a terminal, with an empty line between them. */
export function createPrettyReporter(io: Io): Reporter {
  const style = createStyle(io, io.out);
  let isFirst = true;
  const write = (report: string) => {
    io.out.write(isFirst ? report : `\n${report}`);
    isFirst = false;
  };
  return {
    verdict({ checked, draft, next = [] }) {
      write(prettyReport(checked, draft, style));
      printNext(next, io);
    },
    unreadable: (read) => write(unreadableReport(read, style)),
    end() {},
  };
}

/** A verdict for a person at a terminal, without what to do next. */
export function prettyReport(checked: Checked, draft: Draft, style: Style): string {
  const { paint } = style;
  const blocks = (located: readonly Located[]) =>
    located.flatMap(({ diagnostic, marks }) => [...diagnosticBlock(diagnostic, marks, draft, style), ""]);
  const section = (title: string, located: readonly Located[]) =>
    located.length === 0 ? [] : [paint("strong", title), "", ...blocks(located)];
  const located = inFileOrder(locate(checked.diagnostics, draft));
  const whoActs = (needs: string) => located.filter(({ diagnostic }) => diagnostic.needs === needs);
  const known = ["edit", "owner-decision", "product-team"];
  const toAsk = located.filter(({ diagnostic: { needs } }) => !known.includes(needs));
  const upcoming = checked.upcoming && inFileOrder(locate(checked.upcoming.diagnostics, draft));
  const lines = [
    ...blocks(whoActs("edit")),
    ...section("To ask about, unless you know:", toAsk),
    ...section("Only the owner, a person, can decide:", whoActs("owner-decision")),
    ...section("For the team that publishes the rules:", whoActs("product-team")),
    ...(upcoming ? section(`Under the next rules, ${printable(checked.upcoming?.version ?? "")}:`, upcoming) : []),
    ...(upcoming ? [] : announcedLines(checked, style)),
    ...(checked.truncated
      ? [`There is more than is shown: ${counted(checked.counts.error, "error")} in all.`, ""]
      : []),
    ...summaryLines(checked, draft, style),
  ];
  return `${lines.join("\n")}\n`;
}

// With --upcoming every diagnostic of the next rules is shown at its place.
function announcedLines({ announced }: Pick<Checked, "announced">, { paint, width }: Style): readonly string[] {
  if (!announced) return [];
  const lines = [
    ...announced.new.map(({ path, message }) => `new: ${path || "(root)"}: ${message}`),
    ...announced.gone.map(({ code, path }) => `gone: ${path || "(root)"}: ${code}`),
  ];
  const title = paint("strong", `Under the next rules, ${printable(announced.version)}:`);
  return [title, "", ...lines.flatMap((line) => wrap(printable(line), width)), ""];
}

/** The verdict in one sentence. */
export function summaryLines(
  checked: Pick<Checked, "valid" | "counts" | "summary">,
  { name }: Pick<Draft, "name">,
  { paint, width }: Style,
): readonly string[] {
  const role = checked.valid ? (checked.counts.warning > 0 ? "warning" : "fix") : "error";
  const [first = "", ...rest] = wrap(`${name}: ${printable(checked.summary)}`, width);
  return [paint(role, first), ...rest.map((line) => paint(role, line))];
}

/** Why a text is not a candidate at all, at its place. */
export function unreadableReport(read: Extract<ReadDraft, { kind: "unreadable" }>, style: Style): string {
  const { source, code, message, at } = read;
  const gutter = gutterWidth(source);
  const { line, column } = source.lines.positionOf(at.from);
  const lines = [
    ...headLines("error", code, message, style),
    `${style.paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${source.name}:${line}:${column}`,
    bar("", gutter, style.paint),
    ...frameLines(source.lines, { ...at, role: "error", sign: "^" }, gutter, style),
    "",
    style.paint("error", `${source.name}: Nothing was checked. Correct this first.`),
  ];
  return `${lines.join("\n")}\n`;
}
