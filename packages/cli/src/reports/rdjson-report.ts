import type { Diagnostic } from "@assay/contract";
import type { Range } from "@assay/json-text";
import { patchDraft } from "../draft/patch-draft.ts";
import type { Draft, Source, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { printJson } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import type { Checked } from "../verdicts/checker.ts";
import { inFileOrder, locate } from "./located.ts";
import type { Reporter } from "./reporter.ts";

/** Writes one document in the Reviewdog Diagnostic Format, whose suggestions a reviewer applies with one click. */
export function createRdjsonReporter({ out }: Pick<Io, "out">): Reporter {
  const diagnostics: object[] = [];
  return {
    verdict: ({ checked, draft }) => diagnostics.push(...rdjsonDiagnostics(checked, draft)),
    unreadable: (read) => diagnostics.push(rdjsonUnreadable(read)),
    end: () => printJson({ source: { name: "assay" }, diagnostics }, { out }),
  };
}

const severities = { error: "ERROR", warning: "WARNING", info: "INFO" } as const;

/** The diagnostics of a verdict. A suggestion is the first fix, if a reviewer may decide about it. */
function rdjsonDiagnostics({ diagnostics }: Checked, draft: Draft): readonly object[] {
  return inFileOrder(locate(diagnostics, draft)).map(({ diagnostic, marks }) => {
    const { code, severity, message, needs } = diagnostic;
    const owner = needs === "owner-decision" ? " Only the owner can decide this." : "";
    const suggestion = suggestionOf(diagnostic, draft);
    return {
      message: printable(`${message}${owner}`),
      location: { path: draft.name, range: rangeIn(marks[0] ?? { from: 0, to: 1 }, draft) },
      severity: severities[severity],
      code: { value: code },
      ...(suggestion && { suggestions: [suggestion] }),
    };
  });
}

/** The same for a text that is not JSON. */
function rdjsonUnreadable({ source, code, message, at }: UnreadableDraft): object {
  const location = { path: source.name, range: rangeIn(at, source) };
  return { message: printable(message), location, severity: "ERROR", code: { value: code } };
}

// One range and its new text, from the first change to the last.
function suggestionOf({ needs, fixes: [fix] = [] }: Diagnostic, draft: Draft): object | undefined {
  if (!fix?.patch || needs === "owner-decision" || needs === "product-team") return undefined;
  const patched = patchDraft(draft, fix.patch);
  if (patched.kind === "refused" || patched.changes.length === 0) return undefined;
  const from = Math.min(...patched.changes.map((change) => change.from));
  const to = Math.max(...patched.changes.map((change) => change.to));
  const text = patched.text.slice(from, patched.text.length - (draft.text.length - to));
  return { range: rangeIn({ from, to }, draft), text };
}

// Columns of this format count bytes of UTF-8, from 1.
function rangeIn({ from, to }: Range, { lines }: Pick<Source, "lines">): object {
  const positionOf = (offset: number) => {
    const { line, column } = lines.positionOf(offset);
    return { line, column: Buffer.byteLength(lines.line(line).text.slice(0, column - 1)) + 1 };
  };
  return { start: positionOf(from), end: positionOf(to) };
}
