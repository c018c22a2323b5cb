import { type Json, parsePointer, valueAt } from "@assay/contract";
import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { counted } from "../terminal/phrases.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle, paintedLines, type Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Checked } from "../verdicts/checker.ts";
import { diagnosticBlock, headLines } from "./diagnostic-block.ts";
import { placedFrame } from "./frame.ts";
import { inFileOrder, type Located, locate } from "./located.ts";
import { type Reporter, totalsLine } from "./reporter.ts";

/** Writes verdicts for a person at a terminal, with an empty line between them. */
export function createPrettyReporter(io: Io): Reporter {
  const style = createStyle(io, io.out);
  let isFirst = true;
  let wasLine = false;
  const write = (report: string) => {
    io.out.write(isFirst ? report : `\n${report}`);
    isFirst = false;
    wasLine = false;
  };
  return {
    verdict({ checked, draft, isOneOfSeveral = false }) {
      // Valid drafts are one line each.
      if (isOneOfSeveral && checked.valid && !checked.announced && checked.diagnostics.length === 0) {
        if (!wasLine) write("");
        io.out.write(`${summaryLines(checked, draft, style).join("\n")}\n`);
        wasLine = true;
        return;
      }
      write(prettyReport(checked, draft, style));
    },
    unreadable: (read) => write(unreadableReport(read, style)),
    end(totals) {
      if (!totals) return;
      const role = totals.valid === totals.files ? "fix" : "error";
      write(`${paintedLines(role, totalsLine(totals), style).join("\n")}\n`);
    },
  };
}

/** A verdict for a person at a terminal. */
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
  const lines = [
    ...blocks(whoActs("edit")),
    ...section("Ask about these, unless you know:", toAsk),
    ...section("For the owner to decide:", whoActs("owner-decision")),
    ...section("For the team that publishes the rules:", whoActs("product-team")),
    ...announcedLines(checked, style),
    ...blankLines(checked, draft, style),
    ...(checked.truncated
      ? [
          ...wrap(
            `Some diagnostics or fixes are not shown (${counted(checked.counts.error, "error")} in all). Correct these first, then check again.`,
            style.width,
          ),
          "",
        ]
      : []),
    ...summaryLines(checked, draft, style),
  ];
  return `${lines.join("\n")}\n`;
}

// A draft that was just begun has a problem at most places: what is left comes in one line.
function blankLines({ diagnostics }: Checked, { candidate }: Draft, style: Style): readonly string[] {
  const blank = diagnostics
    .filter(({ severity }) => severity === "error")
    .flatMap(({ path, paths = [path] }) => paths)
    .filter((path) => isBlank(valueAt(candidate, parsePointer(path) ?? [])));
  if (blank.length < 2) return [];
  return [...paintedLines("strong", printable(`Left to fill in: ${[...new Set(blank)].join(", ")}.`), style), ""];
}

function isBlank(value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === "" || value === null;
}

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
  style: Style,
): readonly string[] {
  const role = checked.valid ? (checked.counts.warning > 0 ? "warning" : "fix") : "error";
  return paintedLines(role, `${name}: ${printable(checked.summary)}`, style);
}

/** Why a text is not a candidate at all, at its place. */
function unreadableReport(read: UnreadableDraft, style: Style): string {
  const { source, others = [] } = read;
  const lines = [
    ...[read, ...others].flatMap(({ code, message, at }) => [
      ...headLines("error", code, message, style),
      ...placedFrame(source, at, "error", style),
      "",
    ]),
    ...paintedLines("error", `${source.name}: Nothing was checked. Correct this first.`, style),
  ];
  return `${lines.join("\n")}\n`;
}
