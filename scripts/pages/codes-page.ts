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
    formatSymptoms(),
    "## Diagnostics",
    "Each example is a part of a candidate for Datamint, the message for it, and who acts (`needs`):",
    Object.entries(needsMeanings)
      .map(([needs, meaning]) => `- \`${needs}\`: ${meaning}`)
      .join("\n"),
    "With any code, a problem in `owner`, or in a property that the rules leave to the owner, has `needs: owner-decision`, and a problem with a `fix` has `needs: edit`.",
    ...diagnostics,
    "## Problems",
    "The answer is `application/problem+json` (RFC 9457), and its `type` ends with the code. If it is retryable, wait for `retryAfterSeconds` and send the request again; otherwise change it.",
    ...problems,
  ]
    .join("\n\n")
    .concat("\n");
}

/** What a reader sees, and the codes for it. A code belongs to the first symptom that fits. */
const symptoms: readonly (readonly [symptom: string, fits: (code: string) => boolean])[] = [
  ["A property is missing, unknown or misspelled", (code) => /^field\.(missing|unknown|misspelled)$/.test(code)],
  ["A value is not accepted", (code) => code.startsWith("field.")],
  ["A list or an object is not accepted", (code) => /^(list|object)\./.test(code)],
  ["Fields and samples do not fit", (code) => /^(output-field|sample)\./.test(code)],
  ["A rule of the product is not met", (code) => code.startsWith("rule.")],
  ["The id is taken", (code) => code.startsWith("registry.")],
  ["The owner is not accepted", (code) => code.startsWith("owner.")],
  ["The check did not finish", (code) => code.startsWith("check.")],
  ["No verdict now, but later", (code) => findProblem(code)?.retryable === true],
  ["No verdict: the key or the caller", (code) => /credential|capability|origin/.test(code)],
  ["No verdict: the body", (code) => /json|body|envelope|domain|media/.test(code)],
  ["No verdict: the address or the headers", (code) => findProblem(code) !== undefined],
];

function findProblem(code: string): ProblemEntry | undefined {
  return Object.entries<ProblemEntry>(problemCatalogue).find(([name]) => name === code)?.[1];
}

function formatSymptoms(): string {
  const codes = [...Object.keys(diagnosticCatalogue), ...Object.keys(problemCatalogue)];
  const bySymptom = Map.groupBy(codes, (code) => symptoms.find(([, fits]) => fits(code))?.[0]);
  const rows = symptoms.map(([symptom]) => {
    const links = bySymptom.get(symptom)?.map((code) => `[${code}](#${code.replaceAll(".", "")})`) ?? [];
    return `| ${symptom} | ${links.join(", ")} |`;
  });
  return ["| What you see | Codes |", "| --- | --- |", ...rows].join("\n");
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
