import type { Diagnostic, Verdict } from "@assay/contract";
import type { Checked, RegistryState } from "../session/state.ts";

/** The verdict in a few words, and the sentences below it. */
export interface Headline {
  readonly title: string;
  /** The verdict under the next rules, if they are announced. */
  readonly next?: string;
  readonly about: readonly string[];
}

/** What a check found, in the same words wherever the page says it. */
export function titleOf({ text, result }: Checked, registry: RegistryState): string {
  if (result.kind === "verdict")
    return toHeadline(result.built.verdict, { registry, isLookedUp: result.revision !== undefined }).title;
  if (text.trim() === "") return "Nothing to check yet";
  return result.problem.code === "malformed-json" ? "Not JSON yet" : "Not readable yet";
}

/** Says what the verdict is. While the id was not looked up, a valid candidate is valid only if its id is free. */
export function toHeadline(verdict: Verdict, { registry, isLookedUp, effectiveFrom }: HeadlineFacts): Headline {
  const lookup = isLookedUp ? [] : [lookupSentence(registry)];
  const next = nextText(verdict, effectiveFrom);
  if (!verdict.valid) {
    const { error } = verdict.counts;
    return { title: `Invalid: ${counted(error, "error")}`, ...next, about: [...actorsOf(verdict), ...lookup] };
  }
  const { warning } = verdict.counts;
  const title = isLookedUp ? "Valid" : "Valid, if the id is free";
  return { title: warning > 0 ? `${title}: ${counted(warning, "warning")}` : title, ...next, about: lookup };
}

/** What a headline is made of besides the verdict. */
export interface HeadlineFacts {
  readonly registry: RegistryState;
  readonly isLookedUp: boolean;
  /** When the next rules begin to apply. */
  readonly effectiveFrom?: string | undefined;
}

function nextText({ valid, upcoming }: Verdict, effectiveFrom: string | undefined): Pick<Headline, "next"> {
  if (!upcoming) return {};
  const { error } = upcoming.counts;
  const outcome = upcoming.valid ? (valid ? "also" : "valid") : valid ? counted(error, "error") : String(error);
  const from = effectiveFrom === undefined ? "" : `, from ${dayOf(effectiveFrom)}`;
  return { next: `${outcome} under ${upcoming.version}${from}` };
}

function dayOf(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleDateString("en", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
}

/** How many diagnostics have a fix that is in the repair. */
export function fixCount({ diagnostics, repair }: Verdict): number {
  const repaired = new Set(repair?.patch.map((operation) => JSON.stringify(operation)));
  const isRepaired = ({ fixes: [first] = [] }: Diagnostic) =>
    first !== undefined && (first.patch ?? []).every((operation) => repaired.has(JSON.stringify(operation)));
  return diagnostics.filter(isRepaired).length;
}

/** Why the id was not looked up, or not yet. */
function lookupSentence(registry: RegistryState): string {
  switch (registry.kind) {
    case "not-published":
      return "The id was not looked up: this domain does not publish its registry to the page. The service looks it up.";
    case "failed":
      return `The id was not looked up: ${registry.reason} Everything else was checked.`;
    case "loading":
      return "The id was not looked up yet: the registry is being loaded.";
    case "ready":
      return "The id was not looked up: the registry could not be read. The service looks it up.";
  }
}

/** Who has to do something about how many errors. */
function actorsOf({ diagnostics }: Verdict): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const owners = errors.filter(({ needs }) => needs === "owner-decision").length;
  const fixed = errors.filter(({ needs, fixes = [] }) => needs === "edit" && fixes.length > 0).length;
  const edits = errors.filter(({ needs, fixes = [] }) => needs === "edit" && fixes.length === 0).length;
  const questions = errors.filter(({ needs }) => needs === "ask").length;
  const parts = [
    ...(fixed > 0 ? [`${fixed} with a fix`] : []),
    ...(edits > 0 ? [`${edits} to edit`] : []),
    ...(questions > 0 ? [`${questions} to ask about`] : []),
    ...(owners > 0 ? [`${owners} for the owner to decide`] : []),
  ];
  return parts.length > 0 ? [`${parts.join(", ")}.`] : [];
}

/** A number with its noun. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
