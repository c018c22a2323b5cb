import {
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
      intro: "Every diagnostic that a verdict can contain. A code never changes its meaning.",
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
  const again = retryable ? "The same request can succeed later" : "The same request will fail again";
  return {
    code,
    title,
    cells: [`${status}`, retryable ? "yes" : "no"],
    blocks: [
      { kind: "paragraph", text: `Status: ${status}. ${again} (\`retryable: ${retryable}\`).` },
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
  const hasPatch = JSON.stringify(diagnostic).includes('"patch":');
  return {
    code,
    title,
    cells: [severity, needs],
    blocks: [
      { kind: "paragraph", text: `Severity: ${severity}. ${whoCanFix(code, entry)}` },
      { kind: "paragraph", text: explanation },
      { kind: "heading", text: "Messages" },
      {
        kind: "list",
        items: [...new Set(Object.values(messages).map(withNames))],
      },
      ...paramBlocks(params),
      { kind: "heading", text: "Example" },
      ...tryBlocks(code, facts),
      ...[rules, triggers].flatMap(partBlocks),
      ...partBlocks({ caption: `The diagnostic${hasPatch ? ", with a fix" : ""}:`, json: diagnostic }),
      ...(fixed ? partBlocks(fixed) : [onlyTheOwner]),
    ],
    toJson: (url) => ({ code, docs: url, ...entry, params, diagnostic }),
  };
}

function withNames(message: string): string {
  const said = message.replace("{noun:said}", "generator id").replace("{value}", "*the value*");
  return said.replace(/\{(\w+)(?::\w+)?\}/g, "*$1*");
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
  const rows = Object.entries(params).map(([name, about]) => [`\`${name}\``, about]);
  if (rows.length === 0) return [];
  return [
    { kind: "heading", text: "Parameters" },
    { kind: "table", head: ["in `params`", "meaning"], rows },
  ];
}

// What is wrong with the owner, its kind or its id has the code of the mistake, but nobody may correct it for the person.
function whoCanFix(code: string, { needs, needsOf = {} }: DiagnosticEntry): string {
  const others = new Set(Object.values(needsOf));
  const said = [needs, ...others].map((each) => `${actor(each)} (\`needs: "${each}"\`)`);
  const text = `Who can fix it: ${said.join(", or, with some messages, ")}.`;
  if (!/^(?:field|object)\./.test(code)) return text;
  return `${text} If it is about the owner, its kind or its id: ${actor("owner-decision")} (\`needs: "owner-decision"\`).`;
}

function actor(needs: DiagnosticEntry["needs"]): string {
  switch (needs) {
    case "edit":
      return "the author of the candidate";
    case "ask":
      return "whoever knows the right value";
    case "owner-decision":
      return "only the owner, a person";
    case "product-team":
      return "the team that publishes the spec package";
  }
}
