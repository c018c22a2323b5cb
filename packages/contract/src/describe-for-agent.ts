import { needsMeanings } from "./catalogues/diagnostic-messages.ts";
import type { Diagnostic } from "./documents/diagnostic.ts";
import type { VerdictMembers } from "./documents/verdict.ts";

/**
 * Describes a verdict to a language model: the summary and the meaning of each action, then one line for each problem.
 * Fixes are mentioned but not shown. Text from outside is quoted within its line and cannot start a new line.
 *
 * @example
 * console.log(describeForAgent(await client.validate(envelope)));
 */
export function describeForAgent(verdict: Omit<VerdictMembers, "registry">): string {
  const { summary, diagnostics, skippedRules = [], omitted = 0, upcoming } = verdict;
  const allDiagnostics = [...diagnostics, ...(upcoming?.diagnostics ?? [])];
  const meanings = (["edit", "ask", "owner-decision", "product-team"] as const)
    .filter((needs) => allDiagnostics.some((diagnostic) => diagnostic.needs === needs && !diagnostic.fix))
    .map((needs) => `${needs}: ${needsMeanings[needs]}`);
  const date = upcoming?.effectiveFrom === undefined ? "" : ` from ${upcoming.effectiveFrom}`;
  return [
    summary,
    ...(allDiagnostics.some(({ fix }) => fix) ? ["fix: The same in the accepted form. Apply it."] : []),
    ...meanings,
    ...diagnostics.map(toLine),
    ...(skippedRules.length > 0 ? [`Not evaluated: ${skippedRules.join(", ")}.`] : []),
    ...(omitted > 0 ? [`${omitted} more are left out.`] : []),
    ...(upcoming ? [`Under ${upcoming.version}${date}:`, ...upcoming.diagnostics.map(toLine)] : []),
  ].join("\n");
}

function toLine({ severity, path, paths = [], message, needs, why, fix }: Diagnostic): string {
  const action = fix ? "fix" : needs;
  const kind = severity === "error" ? action : `${severity}, ${action}`;
  const location = path === "" ? "(whole candidate)" : path;
  const others = paths.length > 1 ? ` (and ${paths.slice(1).join(", ")})` : "";
  const reason = why === undefined ? "" : ` (${JSON.stringify(why)})`;
  return toOneLine(`${kind} ${location}${others}: ${message}${reason}`);
}

function toOneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}
