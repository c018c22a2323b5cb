import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { printable } from "../terminal/printable.ts";
import { safeJson } from "../terminal/safe-json.ts";
import { placeIn } from "../terminal/source-lines.ts";
import type { Checked } from "../verdicts/checker.ts";
import { inFileOrder, type Located, locate } from "./located.ts";
import { type Reporter, totalsLine } from "./reporter.ts";

/** Writes verdicts for programs that read words. */
export function createAgentReporter({ out }: Pick<Io, "out">): Reporter {
  return {
    verdict: ({ checked, draft }) => out.write(agentReport(checked, draft)),
    unreadable: (read) => out.write(agentUnreadable(read)),
    end(totals) {
      if (totals) out.write(`${totalsLine(totals)}\n`);
    },
  };
}

// A value that a later service adds is for a person to answer.
const actors: { readonly [needs: string]: string } = {
  edit: "",
  ask: "ASK, unless you were told.",
  "owner-decision": "OWNER: ask the person.",
  "product-team": "PRODUCT TEAM: tell them. Do not edit the candidate for this.",
};

/** A verdict for a program that reads words: one terse line per problem, with its fix as a patch. */
export function agentReport(checked: Checked, draft: Draft): string {
  const lineOf = ({ diagnostic, marks }: Located) => {
    const { severity, code, path, message, needs, count = 1, fixes = [] } = diagnostic;
    const [fix] = fixes;
    const patch = fix?.patch ? ` ${safeJson(fix.patch)}` : "";
    return [
      `${placeIn(draft, marks[0]?.from ?? 0)} ${severity} ${code} ${path === "" ? "(root)" : path}`,
      count > 1 ? `(${count} times)` : "",
      message,
      actors[needs] ?? actors.ask,
      fix ? `FIX (${fix.applicability}): ${fix.title}${patch}` : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  };
  const lines = inFileOrder(locate(checked.diagnostics, draft)).map(lineOf);
  return [...lines, `${draft.name} ${checked.summary}`].map((line) => `${printable(line)}\n`).join("");
}

/** The same for a text that is not JSON. */
export function agentUnreadable({ source, others = [], ...first }: UnreadableDraft): string {
  return [first, ...others]
    .map(({ code, message, at }) => `${printable(`${placeIn(source, at.from)} error ${code} ${message}`)}\n`)
    .join("");
}
