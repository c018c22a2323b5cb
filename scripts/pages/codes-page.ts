import {
  type Diagnostic,
  type DiagnosticEntry,
  diagnosticCatalogue,
  type JsonObject,
  needsMeanings,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";
import { exampleDiagnostics } from "@assay/testing/cases/catalogue-examples";
import { compactJson } from "./compact-json.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/** Builds the page of all codes in answers: what each means, what to do, who acts, and an example. */
export function codesPage(): string {
  const examples = exampleDiagnostics();
  const diagnostics = Object.entries<DiagnosticEntry>(diagnosticCatalogue).map(([code, entry]) =>
    diagnosticSection(code, entry, examples[code]),
  );
  const problems = Object.entries<ProblemEntry>(problemCatalogue).map(([code, entry]) => problemSection(code, entry));
  return [
    "# Codes",
    "Every code that an answer can have: what it means, what to do and who acts. [Diagnostics](#diagnostics) say what is wrong with a candidate, [problems](#problems) why a request got no verdict. `/diagnostics/<code>` and `/problems/<code>` of a service lead here.",
    "## Diagnostics",
    formatContents(diagnosticCatalogue),
    "Each example is a part of a candidate for Datamint, the message for it, and who acts (`needs`):",
    Object.entries(needsMeanings)
      .map(([needs, meaning]) => `- \`${needs}\`: ${meaning}`)
      .join("\n"),
    "With any code, a problem in `owner`, or in a property that the rules leave to the owner, has `needs: owner-decision`, and a problem with a `fix` has `needs: edit`.",
    ...diagnostics,
    "## Problems",
    formatContents(problemCatalogue),
    "The answer is `application/problem+json` (RFC 9457), and its `type` ends with the code. If it is retryable, wait for `retryAfterSeconds` and send the request again; otherwise change it.",
    ...problems,
  ]
    .join("\n\n")
    .concat("\n");
}

function formatContents(catalogue: object): string {
  return Object.keys(catalogue)
    .sort()
    .map((code) => `[${code}](#${code.replaceAll(".", "")})`)
    .join(", ");
}

function diagnosticSection(code: string, entry: DiagnosticEntry, diagnostic: Diagnostic | undefined): string {
  const needs = new Set([entry.needs, ...Object.values(entry.needsByMessage ?? {}), diagnostic?.needs ?? entry.needs]);
  return [
    `### ${code}`,
    ...(entry.example && diagnostic ? formatExample(entry.example, diagnostic) : []),
    `**${entry.title}.** ${entry.explanation}`,
    `${entry.severity === "error" ? "" : `Severity: ${entry.severity}. `}\`needs\`: ${[...needs].map((who) => `\`${who}\``).join(" or ")}.`,
  ].join("\n\n");
}

function formatExample(
  { spec, before }: NonNullable<DiagnosticEntry["example"]>,
  { path, message }: Diagnostic,
): readonly string[] {
  const absent = Object.keys(before).filter((name) => before[name] === null);
  const present = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null));
  return [
    ...(spec ? ["If the rules say:", formatListing(spec), "and the candidate:"] : []),
    ...(absent.length > 0 ? [`Without ${absent.map((name) => `\`${name}\``).join(", ")}:`] : []),
    ...(Object.keys(present).length > 0 ? [formatListing(present)] : []),
    `> ${path === "" ? "The candidate" : `\`${path}\``}: ${escapeMarkdown(message)}`,
  ];
}

function problemSection(code: string, entry: ProblemEntry): string {
  return [
    `### ${code}`,
    `**${entry.title}.** ${entry.explanation}`,
    `Status ${entry.status}${entry.retryable ? ", retryable" : ""}.`,
  ].join("\n\n");
}

function formatListing(json: JsonObject): string {
  return `\`\`\`json\n${compactJson(json)}\n\`\`\``;
}
