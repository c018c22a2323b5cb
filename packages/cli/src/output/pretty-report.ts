import { patchDraft } from "../draft/patch-draft.ts";
import type { Draft, ReadDraft } from "../draft/read-draft.ts";
import { counted } from "../text/counted.ts";
import { printable } from "../text/printable.ts";
import { wrap } from "../text/wrap.ts";
import type { Checked } from "../verdicts/checked.ts";
import { type BlockContext, diagnosticBlock, gutterOf, headLines } from "./diagnostic-block.ts";
import { bar, frameLines } from "./frame.ts";
import { inFileOrder, type Located, locate } from "./located.ts";
import type { Look } from "./look.ts";

/** A verdict for a person at a terminal, without what to do next. */
export function prettyReport(checked: Checked, draft: Draft, look: Look): string {
  const { paint } = look;
  const context: BlockContext = {
    ...look,
    source: draft,
    prefix: draft.prefix,
    changesOf: (patch) => {
      const patched = patchDraft(draft, patch);
      return patched.kind === "ok" ? patched.changes : undefined;
    },
  };
  const blocks = (located: readonly Located[]) =>
    located.flatMap(({ diagnostic, marks }) => [...diagnosticBlock(diagnostic, marks, context), ""]);
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
    ...(upcoming ? [] : announcedLines(checked, look)),
    ...(checked.truncated
      ? [`There is more than is shown: ${counted(checked.counts.error, "error")} in all.`, ""]
      : []),
    ...summaryLines(checked, draft, look),
  ];
  return `${lines.join("\n")}\n`;
}

// With --upcoming every diagnostic of the next rules is shown at its place.
function announcedLines({ announced }: Pick<Checked, "announced">, { paint, width }: Look): readonly string[] {
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
  { paint, width }: Look,
): readonly string[] {
  const role = checked.valid ? (checked.counts.warning > 0 ? "warning" : "fix") : "error";
  const [first = "", ...rest] = wrap(`${name}: ${printable(checked.summary)}`, width);
  return [paint(role, first), ...rest.map((line) => paint(role, line))];
}

/** Why a text is not a candidate at all, at its place. */
export function unreadableReport(read: Extract<ReadDraft, { kind: "unreadable" }>, look: Look): string {
  const { source, code, message, at } = read;
  const gutter = gutterOf(source);
  const { line, column } = source.lines.positionOf(at.from);
  const lines = [
    ...headLines("error", code, message, look),
    `${look.paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${source.name}:${line}:${column}`,
    bar("", gutter, look.paint),
    ...frameLines(source.lines, { ...at, role: "error", sign: "^" }, gutter, look),
    "",
    look.paint("error", `${source.name}: Nothing was checked. Correct this first.`),
  ];
  return `${lines.join("\n")}\n`;
}
