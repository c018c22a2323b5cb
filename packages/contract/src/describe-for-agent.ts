import { needsMeanings } from "./catalogues/diagnostic-messages.ts";
import type { Diagnostic } from "./documents/diagnostic.ts";
import type { VerdictMembers } from "./documents/verdict.ts";

/**
 * Describes a verdict to a language model: the summary, then what to do, with a line for each problem for which that is
 * to be done. Fixes are not shown, because each message says what they write. Of the next rules, an invalid candidate
 * gets only what the summary says. Text from outside is quoted within its line and cannot start a new line.
 *
 * @example
 * console.log(describeForAgent(await client.validate(envelope)));
 */
export function describeForAgent(verdict: Omit<VerdictMembers, "registry">): string {
  const { summary, diagnostics, skippedRules = [], omitted = 0, upcoming } = verdict;
  const isInvalid = diagnostics.some(({ severity }) => severity === "error");
  const date = upcoming?.effectiveFrom === undefined ? "" : ` from ${upcoming.effectiveFrom}`;
  return [
    summary,
    ...toLines(diagnostics),
    ...(skippedRules.length > 0 ? [`Rules not evaluated yet: ${skippedRules.length}.`] : []),
    ...(omitted > 0 ? [`${omitted} more are left out.`] : []),
    ...(upcoming && !isInvalid ? [`Under ${upcoming.version}${date}:`, ...toLines(upcoming.diagnostics)] : []),
  ].join("\n");
}

const actions = { fix: "The same in the accepted form. Apply it.", ...needsMeanings };

function toLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  const reasons = new Set<string>();
  return Object.entries(actions).flatMap(([action, meaning]) => {
    const lines = diagnostics
      .filter((diagnostic) => findAction(diagnostic) === action)
      .map((diagnostic) => toLine(diagnostic, reasons));
    return lines.length > 0 ? [`${action}: ${meaning}`, ...lines] : [];
  });
}

// A later version of a service can send a value of `needs` that is not known here.
function findAction({ fix, needs }: Diagnostic): string {
  return fix ? "fix" : Object.hasOwn(needsMeanings, needs) ? needs : "ask";
}

/** Writes a diagnostic. Its reason is left out if it is one of `reasons`, and becomes one of them. */
function toLine({ severity, path, paths = [], message, why }: Diagnostic, reasons: Set<string>): string {
  const kind = severity === "error" ? "" : `${severity} `;
  const location = path === "" ? "(whole candidate)" : path;
  const others = paths.length > 1 ? ` (and ${paths.slice(1).join(", ")})` : "";
  const reason = why === undefined || reasons.has(why) ? "" : ` (${JSON.stringify(why)})`;
  if (why !== undefined) reasons.add(why);
  return toOneLine(`${kind}${location}${others}: ${message}${reason}`);
}

function toOneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}
