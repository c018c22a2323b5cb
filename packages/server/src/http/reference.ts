import {
  type DiagnosticEntry,
  diagnosticCatalogue,
  exampleParts,
  type Json,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";
import type { Article, Block } from "./article.ts";

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

/** The references of both catalogues. */
export const references: { readonly [name in "diagnostics" | "problems"]: Reference } = {
  problems: {
    name: "problems",
    title: "Problems",
    intro: "Why a request gets no verdict. A code never changes its meaning.",
    head: ["status", "retryable"],
    entries: Object.entries<ProblemEntry>(problemCatalogue).map(([code, entry]) => problemEntry(code, entry)),
  },
  diagnostics: {
    name: "diagnostics",
    title: "Diagnostics",
    intro: "Every diagnostic that a verdict can contain. A code never changes its meaning.",
    head: ["severity", "needs"],
    entries: Object.entries<DiagnosticEntry>(diagnosticCatalogue).map(([code, entry]) => diagnosticEntry(code, entry)),
  },
};

/** Returns the page of one code. */
export function entryArticle({ code, title, blocks }: ReferenceEntry): Article {
  return { title: `${code}: ${title}`, blocks };
}

function problemEntry(code: string, entry: ProblemEntry): ReferenceEntry {
  const { status, title, retryable, explanation } = entry;
  const again = retryable ? "The same request can succeed later" : "The same request will fail again";
  return {
    code,
    title,
    cells: [`${status}`, retryable ? "yes" : "no"],
    blocks: [
      { kind: "paragraph", text: `Status: ${status}. ${again} (\`retryable: ${retryable}\`).` },
      { kind: "paragraph", text: explanation },
    ],
    toJson: (url) => ({ code, type: url, ...entry }),
  };
}

function diagnosticEntry(code: string, entry: DiagnosticEntry): ReferenceEntry {
  const { severity, needs, title, messages, explanation, example } = entry;
  return {
    code,
    title,
    cells: [severity, needs],
    blocks: [
      { kind: "paragraph", text: `Severity: ${severity}. ${whoCanFix(code, needs)}` },
      { kind: "paragraph", text: explanation },
      { kind: "heading", text: "Messages" },
      { kind: "list", items: Object.values(messages).map((text) => text.replace(/\{(\w+)(?::\w+)?\}/g, "*$1*")) },
      { kind: "heading", text: "Example" },
      ...exampleParts(example).flatMap(({ caption, json }): Block[] => [
        { kind: "paragraph", text: caption },
        { kind: "listing", text: json },
      ]),
    ],
    toJson: (url) => ({ code, docs: url, ...entry }),
  };
}

// What is wrong with the owner, its kind or its id has the code of the mistake, but nobody may correct it for the person.
function whoCanFix(code: string, needs: DiagnosticEntry["needs"]): string {
  const text = `Who can fix it: ${actor(needs)} (\`needs: "${needs}"\`).`;
  if (needs !== "edit" || !/^(?:field|object)\./.test(code)) return text;
  return `${text} If it is about the owner, its kind or its id: ${actor("owner-decision")} (\`needs: "owner-decision"\`).`;
}

function actor(needs: DiagnosticEntry["needs"]): string {
  switch (needs) {
    case "edit":
      return "the author of the candidate";
    case "owner-decision":
      return "only the owner, a person";
    case "product-team":
      return "the team that publishes the spec package";
  }
}
