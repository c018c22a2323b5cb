import {
  type Diagnostic,
  type DiagnosticEntry,
  diagnosticCatalogue,
  exampleParts,
  type JsonObject,
  needsMeanings,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";
import { exampleDiagnostics } from "@assay/testing/cases/catalogue-examples";
import { compactJson } from "./compact-json.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/** Builds the page of all codes in answers: each has an example, its meaning, what to do, and who acts. */
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

function diagnosticSection(code: string, entry: DiagnosticEntry, example: Diagnostic | undefined): string {
  if (example === undefined) throw new Error(`There is no example of ${code}.`);
  const { rules, triggers } = exampleParts(entry.example);
  const { path, message } = example;
  const needs = new Set([entry.needs, example.needs]);
  const absent = Object.entries(entry.example.before).flatMap(([name, value]) => (value === null ? [name] : []));
  const isEmpty = Object.keys(triggers.json as JsonObject).length === 0;
  return [
    `### ${code}`,
    ...(rules === undefined
      ? []
      : ["If the rules say:", formatListing(rules.json as JsonObject), "and the candidate:"]),
    ...(entry.example.of === "spec-package" ? [triggers.caption] : []),
    ...(absent.length > 0 ? [`Without ${absent.map((name) => `\`${name}\``).join(", ")}:`] : []),
    ...(isEmpty ? [] : [formatListing(triggers.json as JsonObject)]),
    `> ${path === "" ? "The candidate" : `\`${path}\``}: ${escapeMarkdown(message)}`,
    `**${entry.title}.** ${entry.explanation}`,
    `${entry.severity === "error" ? "" : `Severity: ${entry.severity}. `}\`needs\`: ${[...needs].map((who) => `\`${who}\``).join(" or ")}.`,
  ].join("\n\n");
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
