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

// Candidates and registries that cases name; every other folder is a topic.
const shared = ["candidates", "registries"];

/** What every case has. */
interface CaseBase {
  readonly title: string;
  /** Shows that this code does not appear although it nearly would. */
  readonly nearMiss?: DiagnosticCode;
  /** The section of the contract whose example this is. */
  readonly example?: string;
}

/** How a body is read. */
export interface ReadingCase extends CaseBase {
  readonly text?: string;
  readonly hex?: string;
  readonly expect: { readonly unreadable: string } | { readonly value: Json };
}

/** A spec package, and a candidate for it unless the package must be refused. */
export interface VerdictCase extends CaseBase {
  /** Below `spec-packages/`, without `.json`. */
  readonly spec?: string;
  /** The whole document as text, where JSON cannot say it. */
  readonly specText?: string;
  readonly specEdit?: readonly CaseEdit[];
  readonly next?: string;
  readonly registry?: string;
  readonly candidateFrom?: string;
  readonly edit?: readonly CaseEdit[];
  readonly candidate?: Json;
  /** The subject of whoever calls. */
  readonly caller?: string;
  /** Of a verdict, `diagnostics` is complete and in order, everything else partial; `problems` are in any order. */
  readonly expect: JsonObject & {
    readonly diagnostics?: readonly { readonly code: DiagnosticCode }[];
    readonly problems?: readonly { readonly code: string; readonly at?: string }[];
  };
  /** Parts of the answer as they are recorded: complete. Few cases have any. */
  readonly verdict?: Verdict;
  readonly proposalPackage?: ProposalPackage;
  /** The lines of the text for the owner. */
  readonly ownerReview?: readonly string[];
  readonly problems?: readonly SpecProblem[];
}

/** A case and where it stands. */
export interface GoldenCase {
  readonly topic: string;
  /** The name of the file, or the title of a row of a table. */
  readonly name: string;
  readonly content: ReadingCase | VerdictCase;
}

/** A file of golden cases: one case, or a table of cases that share the properties beside `cases`. */
export interface CaseFile {
  readonly topic: string;
  readonly name: string;
  readonly path: string;
  readonly content: JsonObject & { readonly cases?: readonly JsonObject[] };
}

/** Every file of golden cases, by topic and name. */
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

/** The cases of a file. The edits of a row come after those of its table. */
export function listCases({ topic, name, content }: CaseFile): readonly GoldenCase[] {
  const { cases, ...base } = content;
  if (cases === undefined) return [{ topic, name, content: content as never }];
  return cases.map((row) => {
    const edits = { specEdit: joinEdits(base.specEdit, row.specEdit), edit: joinEdits(base.edit, row.edit) };
    return { topic, name: String(row.title), content: { ...base, ...row, ...edits } as never };
  });
}

/** Every golden case, by topic and name. */
export function goldenCases(): GoldenCase[] {
  return caseFiles().flatMap(listCases);
}

/** Tells the two kinds of cases apart. */
export function isReadingCase(content: ReadingCase | VerdictCase): content is ReadingCase {
  return !("spec" in content || "specText" in content);
}

/** The bytes of the spec package that a case speaks of. */
export function specBytes(content: VerdictCase): Uint8Array {
  if (content.specText !== undefined) return new TextEncoder().encode(content.specText);
  return specFile(content.spec ?? "", content.specEdit);
}

/** The bytes of a spec package of the contract, edited. */
export function specFile(name: string, edits: readonly CaseEdit[] = []): Uint8Array {
  const file = readJsonFile(join(contract, "spec-packages", `${name}.json`));
  return new TextEncoder().encode(JSON.stringify(patchJson(file, edits)));
}

/** The candidate of a case. */
export function readCaseCandidate(content: VerdictCase): Json {
  if (content.candidateFrom === undefined) return content.candidate as Json;
  return patchJson(candidateFile(content.candidateFrom), content.edit);
}

/** One of the candidates that cases share. */
export function candidateFile(name: string): Json {
  return readJsonFile(join(casesFolder, "candidates", `${name}.json`));
}

/** One of the registries that cases share. */
export function registryFile(name = "default"): Registry {
  return readJsonFile(join(casesFolder, "registries", `${name}.json`)) as never;
}

function joinEdits(base?: Json, row?: Json): Json | undefined {
  return base === undefined ? row : [...(base as Json[]), ...((row as Json[] | undefined) ?? [])];
}

function readJsonFile(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}
