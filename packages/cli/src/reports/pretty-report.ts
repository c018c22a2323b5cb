import type { Needs } from "@assay/contract";
import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { createStyle, paintLines, type Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Verdict } from "../verdicts/checker.ts";
import { diagnosticBlock, headLines } from "./diagnostic-block.ts";
import { formatFrame } from "./frame.ts";
import { type LocatedDiagnostic, locateDiagnostics, sortByPosition } from "./locate-diagnostics.ts";
import { type DraftVerdict, type Reporter, totalsLine } from "./reporter.ts";

/** Writes verdicts for a person at a terminal, with an empty line around each multi-line report. */
export function createPrettyReporter(io: Io): Reporter {
  const style = createStyle(io, io.out);
  let previous: "nothing" | "line" | "report" = "nothing";
  const write = (report: string) => {
    // The report on a valid draft is usually a single line.
    const current = report.indexOf("\n") === report.length - 1 ? "line" : "report";
    io.out.write(previous === "nothing" || (previous === "line" && current === "line") ? report : `\n${report}`);
    previous = current;
  };
  return {
    reportVerdict: (result) => write(prettyReport(result, style)),
    reportUnreadable: (read) => write(unreadableReport(read, style)),
    end(totals) {
      if (!totals) return;
      const role = totals.valid === totals.files ? "fix" : "error";
      previous = "report";
      write(`${paintLines(role, totalsLine(totals), style).join("\n")}\n`);
    },
  };
}

// The title of each section names who has to act. Diagnostics that only need an edit come first, without a title.
const titles: { readonly [needs in Exclude<Needs, "edit">]: string } = {
  ask: "Values to settle:",
  "owner-decision": "For the owner to decide:",
  "product-team": "For the team that publishes the rules, because no edit helps:",
};

/** Formats a verdict for a person at a terminal. */
export function prettyReport(
  { verdict, draft, subject }: Pick<DraftVerdict, "verdict" | "draft" | "subject">,
  style: Style,
): string {
  const { diagnostics, skippedRules = [], omitted = 0, upcoming } = verdict;
  const blocks = (located: readonly LocatedDiagnostic[]) =>
    located.flatMap(({ diagnostic, marks }) => [...diagnosticBlock(diagnostic, marks, draft, style), ""]);
  const section = (title: string, located: readonly LocatedDiagnostic[]) =>
    located.length === 0 ? [] : [style.paint("strong", title), "", ...blocks(located)];
  const paragraph = (text: string) => [...wrap(toPrintable(text), style.width), ""];
  // A value of `needs` that only a newer service knows is listed as a question.
  const byNeeds = Object.groupBy(sortByPosition(locateDiagnostics(diagnostics, draft)), ({ diagnostic: { needs } }) =>
    needs === "edit" || Object.hasOwn(titles, needs) ? needs : "ask",
  );
  const forOwner = byNeeds["owner-decision"] ?? [];
  const date = upcoming?.effectiveFrom === undefined ? "" : `, from ${upcoming.effectiveFrom.slice(0, 10)}`;
  // What applies later is not an error yet.
  const later = upcoming?.diagnostics.map((diagnostic) => ({ ...diagnostic, severity: "info" as const })) ?? [];
  const lines = [
    ...blocks(byNeeds.edit ?? []),
    ...section(titles.ask, byNeeds.ask ?? []),
    ...section(titles["owner-decision"], forOwner),
    ...(forOwner.length > 0 && subject !== undefined ? paragraph(`Your id is ${JSON.stringify(subject)}.`) : []),
    ...section(titles["product-team"], byNeeds["product-team"] ?? []),
    ...section(`Under ${toPrintable(`${upcoming?.version}${date}`)}:`, sortByPosition(locateDiagnostics(later, draft))),
    ...(skippedRules.length > 0 ? paragraph(`Rules not checked: ${skippedRules.join(", ")}.`) : []),
    ...(omitted > 0 ? paragraph(`${omitted} more are not shown. Correct these first, then check again.`) : []),
    ...summaryLines(verdict, draft, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** The summary of a verdict, below its diagnostics. */
export function summaryLines(
  { valid, diagnostics, summary, registry }: Verdict,
  { name }: Pick<Draft, "name">,
  style: Style,
): readonly string[] {
  const hasWarning = diagnostics.some(({ severity }) => severity === "warning");
  const lookupNote = registry.idStatus === "not-looked-up" ? " The id was not looked up." : "";
  const text = toPrintable(`${summary}${lookupNote}`);
  return paintLines(valid ? (hasWarning ? "warning" : "fix") : "error", `${name}: ${text}`, style);
}

/** Formats the errors in input that cannot be checked, each at its place. */
function unreadableReport(read: UnreadableDraft, style: Style): string {
  const { source, furtherErrors = [], plain } = read;
  const remedy = plain ? "`assay fix` removes comments and trailing commas." : "Correct this first.";
  const lines = [
    ...[read, ...furtherErrors].flatMap(({ code, message, mark }) => [
      ...headLines("error", code, message, style),
      ...formatFrame(source, mark, "error", style),
      "",
    ]),
    ...paintLines("error", `${source.name}: Nothing was checked. ${remedy}`, style),
  ];
  return `${lines.join("\n")}\n`;
}
