import type { BuildResult, LinkedDiagnostic } from "@assay/contract";
import type { Page } from "playwright-core";

/** Everything that the page says of a candidate, as a reader sees it. */
export interface ShownVerdict {
  readonly title: string;
  /** How many fixes can be reviewed together, and what is left then. */
  readonly review: readonly string[];
  readonly groups: readonly { readonly title: string; readonly diagnostics: readonly ShownDiagnostic[] }[];
  /** What the next rules find besides. */
  readonly upcoming: readonly ShownDiagnostic[];
  readonly skipped: readonly (readonly string[])[];
  readonly normalized: readonly string[];
  readonly isTruncated: boolean;
  readonly digest?: string;
  readonly ownerReview?: string;
}

interface ShownDiagnostic {
  readonly message: string;
  readonly places: readonly string[];
  readonly code: string;
  readonly why?: string;
  readonly fixes: readonly string[];
}

/** Reads the verdict from the page's elements. */
export async function shownVerdict(page: Page): Promise<ShownVerdict> {
  return JSON.parse((await page.evaluate(`JSON.stringify((${readPage})())`)) as string);
}

/** What the page has to show for an answer of the service. */
export function expectedToShow(result: BuildResult): ShownVerdict {
  const { valid, counts, diagnostics, upcoming, repair, checks, normalizations = [], truncated } = result;
  const known = diagnostics.map(keyOf);
  const isNew = (one: LinkedDiagnostic) => {
    const at = known.indexOf(keyOf(one));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  };
  const left = repair?.remaining.error;
  const warnings = counts.warning > 0 ? `Valid: ${counted(counts.warning, "warning")}` : "Valid";
  const next = upcoming && `; ${nextOutcome(valid, upcoming)} under ${upcoming.version}`;
  return {
    title: `${valid ? warnings : `Invalid: ${counted(counts.error, "error")}`}${next ?? ""}`,
    review: repair
      ? [
          `Review ${counted(diagnostics.filter((one) => isIn(repair, one)).length, "fix", "fixes")}`,
          left === 0 ? "then it is valid" : left === 1 ? "then 1 error is left" : `then ${left} errors are left`,
        ]
      : [],
    groups: groups.flatMap(({ needs, title }) => {
      const members = diagnostics.filter((diagnostic) => diagnostic.needs === needs);
      return members.length > 0 ? [{ title, diagnostics: members.map((one) => toShow(one, "with fixes")) }] : [];
    }),
    upcoming: (upcoming?.diagnostics ?? []).filter(isNew).map((one) => toShow(one, "without fixes")),
    skipped: checks.skipped.map(({ check, because }) => [check, because.code, placeName(because.path)]),
    normalized: normalizations.map(({ path }) => path),
    isTruncated: truncated,
    ...(result.proposalPackage && { digest: result.proposalPackage.digest }),
    ...(result.ownerReview !== undefined && {
      ownerReview: wordsOf(result.ownerReview.replace("# Proposal to review", "")),
    }),
  };
}

/** Whether a repair has the first fix of a diagnostic: what has to be asked first is not in it. */
function isIn(repair: NonNullable<BuildResult["repair"]>, { fixes: [first] = [] }: LinkedDiagnostic): boolean {
  const operations = repair.patch.map((operation) => JSON.stringify(operation));
  return first?.patch?.every((operation) => operations.includes(JSON.stringify(operation))) ?? false;
}

const groups = [
  { needs: "owner-decision", title: "Only the owner can decide" },
  { needs: "edit", title: "For the author" },
  { needs: "ask", title: "To ask about" },
  { needs: "product-team", title: "For the product team" },
];

function keyOf({ severity, code, path, rule }: LinkedDiagnostic): string {
  return [severity, code, path, code === "rule.violated" && rule.id].join(" ");
}

function toShow(diagnostic: LinkedDiagnostic, fixesShown: "with fixes" | "without fixes"): ShownDiagnostic {
  const { message, path, paths = [], count = 1, code, rule, related = [], fixes = [] } = diagnostic;
  const places = (paths.length > 0 ? paths : [path]).slice(0, 3).map(placeName);
  return {
    message,
    places: [
      ...places,
      ...(count > 3 ? [`${count} places`] : []),
      ...related.flatMap((one) => [one.message, placeName(one.path)]),
    ],
    code,
    ...(rule.why !== undefined && { why: rule.why }),
    fixes:
      fixesShown === "with fixes" ? fixes.filter(({ patch }) => patch !== undefined).map(({ title }) => title) : [],
  };
}

// The page renders the Markdown of the review: what is left of it are its words.
function wordsOf(markdown: string): string {
  return markdown.replace(/[`|#\s-]/g, "");
}

function placeName(path: string): string {
  return path === "" ? "the candidate" : path;
}

function nextOutcome(valid: boolean, upcoming: NonNullable<BuildResult["upcoming"]>): string {
  if (upcoming.valid) return valid ? "also" : "valid";
  return valid ? counted(upcoming.counts.error, "error") : String(upcoming.counts.error);
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

// Code for the browser is text, because tests are type-checked for Node.
const readPage = `() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (element) => element?.textContent;
  const diagnostic = (item) => ({
    message: [...item.querySelector(".message").childNodes].filter(({ nodeType }) => nodeType === 3).map(text).join(""),
    places: all(".where .path, .where .muted", item).map(text),
    code: text(item.querySelector(".where a")),
    why: text(item.querySelector(".why")),
    fixes: all(".fix", item).map(text),
  });
  const details = (pattern) => all(".notes details").find((one) => pattern.test(text(one.querySelector("summary"))));
  const listed = (pattern) => all("li", details(pattern) ?? document.createElement("p"));
  return {
    title: text(document.querySelector(".verdict h2")).replace(/, from [^;]*$/, ""),
    review: all(".verdict .actions .primary, .verdict .actions .muted").map(text),
    groups: all(".group").map((group) => ({
      title: group.getAttribute("aria-label"),
      diagnostics: all(".diagnostic", group).map(diagnostic),
    })),
    upcoming: all(".next-rules .diagnostic").map(diagnostic),
    skipped: listed(/did not run$/).map((item) => all("code", item).map(text)),
    normalized: listed(/normalized$/).map((item) => text(item.querySelector("code"))),
    isTruncated: all(".notes > p").length > 0,
    digest: text(document.querySelector(".package .digest code")),
    ownerReview: text(document.querySelector(".package .review"))?.replace(/[\`|#\\s-]/g, ""),
  };
}`;
