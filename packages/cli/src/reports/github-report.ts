import type { Draft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { Verdict } from "../verdicts/checker.ts";
import { type LocatedDiagnostic, locateDiagnostics, sortByPosition, toSpan } from "./locate-diagnostics.ts";
import { type Reporter, totalsLine } from "./reporter.ts";

/** Writes verdicts as workflow commands of GitHub Actions. */
export function createGithubReporter({ out }: Pick<Io, "out">): Reporter {
  return {
    reportVerdict: ({ verdict, draft }) => out.write(githubReport(verdict, draft)),
    reportUnreadable({ source, furtherErrors = [], ...first }) {
      for (const { code, message, mark } of [first, ...furtherErrors])
        out.write(`${formatAnnotation("error", source, mark, code, message)}\n`);
    },
    end(totals) {
      if (totals) out.write(`${totalsLine(totals)}\n`);
    },
  };
}

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** Formats a verdict as workflow commands of GitHub Actions, which annotate lines of a pull request. */
export function githubReport(verdict: Verdict, draft: Draft): string {
  const toAnnotation = ({ diagnostic, marks }: LocatedDiagnostic) => {
    const { code, severity, message, needs } = diagnostic;
    const note = needs === "owner-decision" ? " For the owner to decide." : "";
    return formatAnnotation(commands[severity], draft, marks[0] ?? { from: 0, to: 1 }, code, `${message}${note}`);
  };
  const lines = sortByPosition(locateDiagnostics(verdict.diagnostics, draft)).map(toAnnotation);
  return [...lines, toLogLine(`${draft.name}: ${verdict.summary}`)].map((line) => `${line}\n`).join("");
}

/** Escapes a log line so that GitHub never interprets it as a workflow command. */
export function toLogLine(text: string): string {
  return toPrintable(text).replace(/^(\s*:):/, "$1\\u{3a}");
}

/** Formats a workflow command that annotates a place; `kind` is `error`, `warning` or `notice`. */
export function formatAnnotation(
  kind: string,
  source: Pick<Draft, "name" | "lines">,
  mark: { readonly from: number; readonly to: number },
  title: string,
  message: string,
): string {
  const { start, end } = toSpan(mark, source);
  const properties = {
    file: source.name,
    line: start.line,
    endLine: end.line,
    col: start.column,
    endColumn: end.column,
    title,
  };
  const assignments = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${kind} ${assignments.join(",")}::${escapeData(toPrintable(message))}`;
}

// An unescaped line break would end the command, and the text after it could start another one.
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(toPrintable(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
