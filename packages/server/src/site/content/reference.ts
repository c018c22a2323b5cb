import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticEntry,
  diagnosticCatalogue,
  diagnosticParams,
  type ExamplePart,
  exampleParts,
  type Json,
  type ProblemEntry,
  problemCatalogue,
  type SpecProblemEntry,
  specProblemCatalogue,
} from "@assay/contract";
import type { Article, Block } from "../articles/article.ts";
import type { ServiceInfo } from "../service-info.ts";
import { aboutAgentAuth, whereKeysAreIssued } from "./access.ts";
import { compactJson } from "./compact-json.ts";

/** The reference of one catalogue of codes; the service serves it, and `npm run generate` writes it to docs/reference. */
export interface Reference {
  /** The last part of its path. */
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  /** The columns of the index between code and title. */
  readonly head: readonly string[];
  readonly entries: readonly ReferenceEntry[];
}

/** One code of a catalogue. */
export interface ReferenceEntry {
  readonly code: string;
  readonly title: string;
  /** Its cells in the index. */
  readonly cells: readonly string[];
  readonly blocks: readonly Block[];
  /** The entry as data; `url` is the address of its page. */
  toJson(url: string): { readonly [member: string]: Json };
}

/**
 * Creates the references of all catalogues: for one service if its facts are given, or else for all of them.
 * `exampleDiagnostics` has, for each code, the diagnostic that its example gets.
 */
export function createReferences(
  exampleDiagnostics: { readonly [code: string]: Json },
  facts?: ServiceInfo,
): { readonly [name in "diagnostics" | "problems" | "specProblems"]: Reference } {
  const problems = Object.entries<ProblemEntry>(problemCatalogue);
  const diagnostics = Object.entries<DiagnosticEntry>(diagnosticCatalogue);
  const specProblems = Object.entries<SpecProblemEntry>(specProblemCatalogue);
  return {
    diagnostics: {
      name: "diagnostics",
      title: "Diagnostics",
      intro:
        "Every diagnostic that a verdict can contain. A code never changes its meaning. What is wrong with the owner, or with what a spec package leaves to the owner, has `needs: owner-decision` with every code.",
      head: ["severity", "needs"],
      entries: diagnostics.map(([code, entry]) =>
        diagnosticEntry(code as DiagnosticCode, entry, exampleDiagnostics[code] ?? null, facts),
      ),
    },
    problems: {
      name: "problems",
      title: "Problems",
      intro: "Why a request gets no verdict. A code never changes its meaning.",
      head: ["status", "retryable"],
      entries: problems.map(([code, entry]) => problemEntry(code, entry, facts)),
    },
    specProblems: {
      name: "spec-problems",
      title: "Spec package problems",
      intro: "Why a spec package is rejected, for the team that publishes it.",
      head: [],
      entries: specProblems.map(([code, entry]) => specProblemEntry(code, entry)),
    },
  };
}

/** Returns the page of one code. */
export function entryArticle({ code, title, blocks }: ReferenceEntry): Article {
  return { title: `${code}: ${title}`, blocks };
}

function problemEntry(code: string, entry: ProblemEntry, facts: ServiceInfo | undefined): ReferenceEntry {
  const { status, title, retryable, explanation } = entry;
  return {
    code,
    title,
    cells: [`${status}`, retryable ? "yes" : "no"],
    blocks: [
      { kind: "paragraph", text: `Status ${status}, ${retryable ? "retryable" : "not retryable"}.` },
      { kind: "paragraph", text: explanation },
      ...(facts ? accessBlocks(code, facts) : []),
    ],
    toJson: (url) => ({
      code,
      type: url,
      ...entry,
      ...(status === 401 && facts?.keyUrl !== undefined && { keyUrl: facts.keyUrl }),
    }),
  };
}

function specProblemEntry(code: string, entry: SpecProblemEntry): ReferenceEntry {
  const { title, explanation } = entry;
  return {
    code,
    title,
    cells: [],
    blocks: [{ kind: "paragraph", text: explanation }],
    toJson: (url) => ({ code, docs: url, ...entry }),
  };
}

// Who is refused for lack of a key or a capability learns here how to get one.
function accessBlocks(code: string, facts: ServiceInfo): readonly Block[] {
  switch (code) {
    case "missing-credentials":
    case "invalid-credentials":
      return [whereKeysAreIssued(facts), aboutAgentAuth(facts)];
    case "capability-not-granted":
    case "rate-limited":
      return [aboutAgentAuth(facts)];
    default:
      return [];
  }
}

function diagnosticEntry(
  code: DiagnosticCode,
  entry: DiagnosticEntry,
  diagnostic: Json,
  facts: ServiceInfo | undefined,
): ReferenceEntry {
  const { severity, needs, title, messages, explanation, example } = entry;
  const params = diagnosticParams[code];
  const { rules, triggers, fixed } = exampleParts(example);
  return {
    code,
    title,
    cells: [severity, needs],
    blocks: [
      {
        kind: "paragraph",
        text: `Severity: ${severity}${ofRules.test(code) ? ", unless the rule says otherwise" : ""}. ${whoCanFix(entry)}`,
      },
      { kind: "paragraph", text: explanation },
      { kind: "heading", text: "Messages" },
      {
        kind: "list",
        items: shownMessages(messages),
      },
      ...paramBlocks(params),
      { kind: "heading", text: "Example" },
      ...tryBlocks(code, facts),
      ...[rules, triggers].flatMap(partBlocks),
      ...reportedBlocks(diagnostic),
      ...(fixed ? partBlocks(fixed) : [onlyTheOwner]),
    ],
    toJson: (url) => ({ code, docs: url, ...entry, params, diagnostic }),
  };
}

// Several messages can differ in their parameters only.
function shownMessages(messages: DiagnosticEntry["messages"]): readonly string[] {
  const shown = Object.values(messages).map((text) =>
    text
      .replace("{noun:said}", "generator id")
      .replace("{value}", "*the value*")
      .replace(/\{(\w+)(?::\w+)?\}/g, "*$1*"),
  );
  return [...new Set(shown)];
}

// As a sentence; the page as JSON has all of the diagnostic.
function reportedBlocks(diagnostic: Json): readonly Block[] {
  const { path, message, fixes = [] } = diagnostic as unknown as Diagnostic;
  const at = path === "" ? "for the whole candidate" : `at \`${path}\``;
  const titles = fixes.map(({ title }) => `Fix: ${title}`);
  return [
    { kind: "paragraph", text: `Reported ${at}:` },
    ...[message, ...titles].map((text): Block => ({ kind: "verbatim", text })),
  ];
}

function tryBlocks(code: DiagnosticCode, facts: ServiceInfo | undefined): readonly Block[] {
  if (!facts?.hasWorkbench) return [];
  const link = { text: "Open this example in the workbench", url: `${facts.publicUrl}/#example.${code}` };
  return [{ kind: "paragraph", text: "See the verdict while you edit it:", link }];
}

const onlyTheOwner: Block = {
  kind: "paragraph",
  text: "There is no example of a fix: it could be copied, and only the person concerned knows the right value.",
};

function partBlocks(part: ExamplePart | undefined): readonly Block[] {
  if (part === undefined) return [];
  return [
    { kind: "paragraph", text: part.caption },
    { kind: "listing", language: "json", text: compactJson(part.json) },
  ];
}

function paramBlocks(params: { readonly [name: string]: string }): readonly Block[] {
  const items = Object.entries(params).map(([name, about]) => `\`${name}\`: ${about}`);
  if (items.length === 0) return [];
  return [
    { kind: "heading", text: "Parameters" },
    { kind: "list", items },
  ];
}

/** The codes that rules of spec packages report, each with its own severity. */
const ofRules = /^(?:rule|sample|output-field)\.|^(?:field\.value|list\.(?:duplicate|sum))$/;

// What is wrong with the owner, its kind or its id has the code of the mistake, but nobody may correct it for the person. A
// spec package can say the same of other places.
function whoCanFix({ needs, needsOf = {} }: DiagnosticEntry): string {
  const others = new Set(Object.values(needsOf));
  const said = [needs, ...others].map((each) => `${actor(each)} (\`${each}\`)`);
  // Explained on the page of all codes.
  const unless = needs === "edit" || needs === "ask" ? ", unless only the owner may" : "";
  return `Who acts (\`needs\`): ${said.join("; with some messages, ")}${unless}.`;
}

function actor(needs: DiagnosticEntry["needs"]): string {
  switch (needs) {
    case "edit":
      return "the author";
    case "ask":
      return "someone who knows the right value";
    case "owner-decision":
      return "only the owner, a person";
    case "product-team":
      return "the product team";
  }
}
