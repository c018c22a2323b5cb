import {
  createOpenapi,
  type Diagnostic,
  type DiagnosticEntry,
  diagnosticCatalogue,
  exampleParts,
  type JsonObject,
  type ProblemDocument,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";
import { exampleDiagnostics } from "@assay/testing/cases/catalogue-examples";
import { compactJson } from "./compact-json.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/** The page of all codes that an answer can have: for each an example, what it means, what to do and who acts. */
export function codesPage(): string {
  const examples = exampleDiagnostics();
  const diagnostics = Object.entries<DiagnosticEntry>(diagnosticCatalogue).map(([code, entry]) =>
    diagnosticSection(code, entry, examples[code]),
  );
  const details = problemDetails();
  const problems = Object.entries<ProblemEntry>(problemCatalogue).map(([code, entry]) =>
    problemSection(code, entry, details.get(code)),
  );
  return [
    "# Codes",
    "Every code that an answer can have: an example first, then what it means, what to do and who acts. [Diagnostics](#diagnostics) say what is wrong with a candidate, [problems](#problems) why a request got no verdict. A code never changes its meaning.",
    contents(diagnosticCatalogue),
    contents(problemCatalogue),
    "## Diagnostics",
    "Each example is a part of a candidate for Datamint, the message for it, and who acts (`needs`):",
    Object.entries(actors)
      .map(([needs, who]) => `- \`${needs}\`: ${who}`)
      .join("\n"),
    "Whatever the code: what is wrong with `owner`, or with a property that the rules leave to the owner, has `needs: owner-decision`.",
    ...diagnostics,
    "## Problems",
    "The answer is `application/problem+json` (RFC 9457), and its `type` ends with the code. If it is not retryable, the caller changes the request. If it is, the caller waits for `retryAfterSeconds` and sends it again.",
    ...problems,
  ]
    .join("\n\n")
    .concat("\n");
}

const actors: { readonly [needs in Diagnostic["needs"]]: string } = {
  edit: "the author or the agent, with what the draft says",
  ask: "someone who knows the right value. It is not in the draft: use what the person told you, ask for the rest in one message, and never take a value because it fits",
  "owner-decision": "the owner, a person. An agent never invents or changes it",
  "product-team": "the team that publishes the rules",
};

function contents(catalogue: object): string {
  return Object.keys(catalogue)
    .sort()
    .map((code) => `[${code}](#${code.replaceAll(".", "")})`)
    .join(", ");
}

function diagnosticSection(code: string, entry: DiagnosticEntry, example: Diagnostic | undefined): string {
  if (example === undefined) throw new Error(`There is no example of ${code}.`);
  const { rules, triggers } = exampleParts(entry.example);
  const { path, message } = example;
  const needs = [entry.needs, ...new Set(Object.values(entry.needsOf ?? {}))];
  const absent = Object.entries(entry.example.before).flatMap(([name, value]) => (value === null ? [name] : []));
  const isEmpty = Object.keys(triggers.json as JsonObject).length === 0;
  return [
    `### ${code}`,
    ...(rules === undefined ? [] : ["If the rules say:", listing(rules.json as JsonObject), "and the candidate:"]),
    ...(entry.example.of === "spec-package" ? [triggers.caption] : []),
    ...(absent.length > 0 ? [`Without ${absent.map((name) => `\`${name}\``).join(", ")}:`] : []),
    ...(isEmpty ? [] : [listing(triggers.json as JsonObject)]),
    `> \`${path}\`: ${escapeMarkdown(message)}`,
    `**${entry.title}.** ${entry.explanation}`,
    `Severity: ${entry.severity}. Who acts: ${needs.map((who) => `\`${who}\``).join(" or ")}.`,
  ].join("\n\n");
}

function problemSection(code: string, entry: ProblemEntry, detail: string | undefined): string {
  return [
    `### ${code}`,
    ...(detail === undefined ? [] : [`> ${escapeMarkdown(detail)}`]),
    `**${entry.title}.** ${entry.explanation}`,
    `Status ${entry.status}, ${entry.retryable ? "retryable" : "not retryable"}.`,
  ].join("\n\n");
}

// Those that no operation answers with are in no description of the API.
const ofOtherPaths: { readonly [code: string]: string } = {
  "not-found": "No page or operation has this path. https://assay.example/docs lists them.",
  "origin-not-allowed":
    "Web pages from this origin may not call the service. Call from a server, or ask the operator to allow the origin.",
  "misdirected-host":
    "The Host header must be that of the service. A proxy in front of the service must forward the Host header unchanged.",
};

function problemDetails(): ReadonlyMap<string, string> {
  const { components } = createOpenapi("https://assay.example", "<service>") as unknown as {
    readonly components: { readonly responses: { readonly [name: string]: Answer } };
  };
  const examples = Object.values(components.responses).flatMap(({ content = {} }) =>
    Object.values(content).flatMap((media) => Object.values(media.examples)),
  );
  return new Map([
    ...Object.entries(ofOtherPaths),
    ...examples.map(({ value }) => [value.code as string, value.detail] as const),
  ]);
}

interface Answer {
  readonly content?: {
    readonly [mediaType: string]: {
      readonly examples: { readonly [name: string]: { readonly value: ProblemDocument } };
    };
  };
}

function listing(json: JsonObject): string {
  return `\`\`\`json\n${compactJson(json)}\n\`\`\``;
}
