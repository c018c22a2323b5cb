import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  DiagnosticCode,
  Json,
  JsonObject,
  ProposalPackage,
  Registry,
  SpecProblem,
  Verdict,
} from "@assay/contract";
import { type CaseEdit, patchJson } from "./patch-json.ts";

const contract = dirname(fileURLToPath(import.meta.resolve("@assay/contract/package.json")));

/** The folder of the golden cases. */
export const casesFolder: string = join(contract, "cases");

// The folders of candidates and registries that cases share. Every other folder is a topic.
const shared = ["candidates", "registries"];

/** The properties of every case. */
interface CaseBase {
  readonly title: string;
  /** A code that the case comes close to triggering, but must not trigger. */
  readonly nearMiss?: DiagnosticCode;
  /** The section of the contract that this case illustrates. */
  readonly example?: string;
}

/** A case that tests how a request body is read. */
export interface ReadingCase extends CaseBase {
  readonly text?: string;
  readonly hex?: string;
  readonly expect: { readonly unreadable: string } | { readonly value: Json };
}

/** A case that tests a spec package and, unless the package must be refused, a candidate for it. */
export interface VerdictCase extends CaseBase {
  /** A path below `spec-packages/`, without `.json`. */
  readonly spec?: string;
  /** The whole document as text, if it cannot be written as a JSON value. */
  readonly specText?: string;
  readonly specEdit?: readonly CaseEdit[];
  readonly next?: string;
  readonly registry?: string;
  readonly candidateFrom?: string;
  readonly edit?: readonly CaseEdit[];
  readonly candidate?: Json;
  /** The caller's subject. */
  readonly caller?: string;
  /** `diagnostics` must be complete and in order, `problems` complete in any order. The rest can be partial. */
  readonly expect: JsonObject & {
    readonly diagnostics?: readonly { readonly code: DiagnosticCode }[];
    readonly problems?: readonly { readonly code: string; readonly at?: string }[];
  };
  /** Parts of the answer that a few cases record in full. */
  readonly verdict?: Verdict;
  readonly proposalPackage?: ProposalPackage;
  /** The lines of the review text for the owner. */
  readonly ownerReview?: readonly string[];
  readonly problems?: readonly SpecProblem[];
}

/** A case with its topic and name. */
export interface GoldenCase {
  readonly topic: string;
  /** The name of its file, or the title of its row in a table. */
  readonly name: string;
  readonly content: ReadingCase | VerdictCase;
}

/** A file of golden cases: one case, or a table of `cases` that share the other properties. */
export interface CaseFile {
  readonly topic: string;
  readonly name: string;
  readonly path: string;
  readonly content: JsonObject & { readonly cases?: readonly JsonObject[] };
}

/** Reads every file of golden cases, sorted by topic and name. */
export function caseFiles(): CaseFile[] {
  const topics = readdirSync(casesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return topics
    .map((entry) => entry.name)
    .filter((topic) => !shared.includes(topic))
    .sort()
    .flatMap((topic) =>
      readdirSync(join(casesFolder, topic))
        .sort()
        .map((fileName) => {
          const path = join(casesFolder, topic, fileName);
          return { topic, name: fileName.replace(/\.json$/, ""), path, content: readJsonFile(path) as JsonObject };
        }),
    );
}

/** Lists the cases in a file. The edits of a row apply after the edits of its table. */
export function listCases({ topic, name, content }: CaseFile): readonly GoldenCase[] {
  const { cases, ...base } = content;
  if (cases === undefined) return [{ topic, name, content: content as never }];
  return cases.map((row) => {
    const edits = { specEdit: joinEdits(base.specEdit, row.specEdit), edit: joinEdits(base.edit, row.edit) };
    return { topic, name: String(row.title), content: { ...base, ...row, ...edits } as never };
  });
}

/** Reads every golden case, sorted by topic and name. */
export function goldenCases(): GoldenCase[] {
  return caseFiles().flatMap(listCases);
}

/** Whether a case tests how a body is read, instead of a verdict. */
export function isReadingCase(content: ReadingCase | VerdictCase): content is ReadingCase {
  return !("spec" in content || "specText" in content);
}

/** Returns the bytes of a case's spec package. */
export function specBytes(content: VerdictCase): Uint8Array {
  if (content.specText !== undefined) return new TextEncoder().encode(content.specText);
  return specFile(content.spec ?? "", content.specEdit);
}

/** Reads a spec package from the contract, applies edits and returns its bytes. */
export function specFile(name: string, edits: readonly CaseEdit[] = []): Uint8Array {
  const file = readJsonFile(join(contract, "spec-packages", `${name}.json`));
  return new TextEncoder().encode(JSON.stringify(patchJson(file, edits)));
}

/** Reads the candidate of a case. */
export function readCaseCandidate(content: VerdictCase): Json {
  if (content.candidateFrom === undefined) return content.candidate as Json;
  return patchJson(candidateFile(content.candidateFrom), content.edit);
}

/** Reads one of the shared candidates. */
export function candidateFile(name: string): Json {
  return readJsonFile(join(casesFolder, "candidates", `${name}.json`));
}

/** Reads one of the shared registries. */
export function registryFile(name = "default"): Registry {
  return readJsonFile(join(casesFolder, "registries", `${name}.json`)) as never;
}

function joinEdits(base?: Json, row?: Json): Json | undefined {
  return base === undefined ? row : [...(base as Json[]), ...((row as Json[] | undefined) ?? [])];
}

function readJsonFile(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}
