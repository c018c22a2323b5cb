import { type Diagnostic, escapeToken, type Json, type JsonObject, type Verdict } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { readAt, splitPath } from "../../verdicts/examine-fixes.ts";
import { knownNames } from "./closed-objects.ts";
import { isEvident, namesIn } from "./name-evidence.ts";

/** What a verdict says about names and owners that its reader might do, and should not. */
export interface Advice {
  /** Renames that nothing in the name speaks for, in a message or in a patch. */
  readonly baselessRenames: readonly string[];
  /** Errors of the owner, its kind or its id that a program is told to edit. */
  readonly ownerEdits: readonly string[];
}

/** Reads a verdict as somebody who does what it says. */
export function adviceOf({ spec }: Domain, candidate: Json, verdict: Verdict): Advice {
  const meantNames = new Map(
    verdict.diagnostics
      .filter(({ code }) => code === "field.misspelled")
      .flatMap(({ path, paths = [path], params }) => paths.map((each) => [each, String(params?.expected)] as const)),
  );
  const isBaseless = ({ path, to }: Rename) => {
    const parent = splitPath(path).slice(0, -1);
    const object = readAt(candidate, path.slice(0, path.lastIndexOf("/")));
    if (typeof object !== "object" || object === null || Array.isArray(object)) return true;
    const corrected = parent.map((token, depth) => meantNames.get(pointerOf(parent.slice(0, depth + 1))) ?? token);
    const known = isSample(corrected)
      ? declaredNames(candidate, meantNames)
      : knownNames(spec.document.candidateSchema as Json, corrected);
    return !isEvident(splitPath(path).at(-1) ?? "", to, namesIn(object, known));
  };
  const renames = [...verdict.diagnostics.flatMap(advised), ...moved(verdict)];
  return {
    baselessRenames: [...new Set(renames.filter(isBaseless).map(({ path, to }) => `${path} to ${to}`))],
    ownerEdits: verdict.diagnostics
      .filter(({ severity, needs }) => severity === "error" && needs === "edit")
      .filter((diagnostic) => isAboutOwner(diagnostic, meantNames))
      .map(({ code, path }) => `${code} ${path}`),
  };
}

interface Rename {
  readonly path: string;
  readonly to: string;
}

function advised({ code, path, paths = [path], params }: Diagnostic): readonly Rename[] {
  const name =
    code === "field.misspelled"
      ? params?.expected
      : code === "sample.field-undeclared"
        ? params?.didYouMean
        : undefined;
  return name === undefined ? [] : paths.map((each) => ({ path: each, to: String(name) }));
}

// A move within one object is a rename; one to another object is none.
function moved({ diagnostics, repair }: Verdict): readonly Rename[] {
  const patches = [...diagnostics.flatMap(({ fixes = [] }) => fixes), ...(repair ? [repair] : [])];
  return patches
    .flatMap(({ patch = [] }) => patch)
    .flatMap((operation) => (operation.op === "move" ? [operation] : []))
    .filter(({ from, path }) => path !== "" && parentOf(from) === parentOf(path))
    .map(({ from, path }) => ({ path: from, to: splitPath(path).at(-1) ?? "" }));
}

function isAboutOwner({ path, code, params }: Diagnostic, meantNames: ReadonlyMap<string, string>): boolean {
  const tokens = splitPath(path);
  const corrected = tokens.map((token, depth) => meantNames.get(pointerOf(tokens.slice(0, depth + 1))) ?? token);
  const [first, second, ...deeper] = corrected;
  // A wrapper is moved as a whole, with the owner that somebody wrote into it.
  if (code === "field.unknown" && params?.held !== undefined) return false;
  return first === "owner" && deeper.length === 0 && (second === undefined || second === "kind" || second === "id");
}

function isSample(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === "sampleRecords";
}

function declaredNames(candidate: Json, meantNames: ReadonlyMap<string, string>): readonly string[] {
  const members = candidate as JsonObject;
  const lists = ["outputFields", "dataFields"];
  const name = Object.keys(members).find((each) => lists.includes(meantNames.get(`/${each}`) ?? each)) ?? "";
  const fields = (members[name] ?? []) as readonly JsonObject[];
  return fields.flatMap((field) => {
    const at = Object.keys(field).find((each) => each === "name" || isEvident(each, "name", namesIn(field, ["name"])));
    return at === undefined ? [] : [String(field[at])];
  });
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function pointerOf(path: readonly string[]): string {
  return path.map((token) => `/${escapeToken(token)}`).join("");
}
