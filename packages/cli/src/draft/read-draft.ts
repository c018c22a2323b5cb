import { resolve } from "node:path";
import { isJsonObject, isProposalPackage, type Json, type JsonObject, limits } from "@assay/contract";
import { type JsonError, type ReadJson, readJson } from "@assay/engine";
import { type Places, placesIn, type Range } from "@assay/json-text";
import type { Io } from "../io.ts";
import { createSourceLines, type SourceLines } from "../terminal/source-lines.ts";
import { readFile, readStdin, shownPath, withoutByteOrderMark } from "./read-file.ts";

/** A text that a person wrote, with its places. */
export interface Source {
  /** What messages call it: its path, or `<stdin>`. */
  readonly name: string;
  /** The text, without its byte order mark. */
  readonly text: string;
  readonly lines: SourceLines;
  readonly places: Places;
}

/** A candidate as its author wrote it: alone in its file, or inside a whole request. */
export interface Draft extends Source {
  /** Absent if it came through a pipe. */
  readonly path?: string;
  readonly hasByteOrderMark: boolean;
  readonly candidate: JsonObject;
  /** Where the candidate is in the document: `/candidate`, or nothing if it is alone. */
  readonly prefix: string;
  /** What the document is instead, if its `format` says so. */
  readonly isInstead?: OtherDocument;
  /** What the request around it says. */
  readonly targetProduct?: string;
  readonly domainId?: string;
}

/** Documents that are often beside drafts. */
export type OtherDocument = "spec package" | "proposal package" | "registry";

/** A draft, or why its text means no value. */
type ReadDraft = { readonly kind: "ok"; readonly draft: Draft } | UnreadableDraft;

/** Why a text cannot be checked, and where. */
export interface UnreadableDraft extends TextError {
  readonly kind: "unreadable";
  readonly source: Source;
  /** Further errors, in the order of the text: comments and commas after a last item are all found. */
  readonly others?: readonly TextError[];
}

/** What is wrong in a text, and where. */
export interface TextError {
  readonly code: string;
  readonly message: string;
  readonly at: Range;
}

/** Far more than any body may have: only a wrong file is as large. */
export const maxDraftBytes = 4_194_304;

/** Reads a draft from a file, or from standard input if its name is `-`. */
export async function readDraft(name: string, io: Io): Promise<ReadDraft> {
  if (name === "-") return draftFrom(await readStdin(io, maxDraftBytes), "<stdin>");
  const path = resolve(io.cwd, name);
  return draftFrom(
    readFile(path, io, { maxBytes: maxDraftBytes, orStdin: true, isOperand: true }),
    shownPath(path, io.cwd),
    path,
  );
}

/** Reads the bytes of a draft. */
export function draftFrom(bytes: Uint8Array, name: string, path?: string): ReadDraft {
  const content = withoutByteOrderMark(bytes);
  const hasByteOrderMark = content.length < bytes.length;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  const source = createSource(text, name);
  const read = readJson(content, { maxDepth: limits.bodyDepth, listExtras: true });
  if (read.kind === "unreadable") return unreadable(source, read);
  const document = read.value;
  const request = isRequest(document) ? document : undefined;
  // The request around a candidate will be one level more.
  const deeper = request ? read : readJson(content, { maxDepth: limits.bodyDepth - 1 });
  if (deeper.kind === "unreadable") return unreadable(source, deeper);
  const candidate = request ? (request.candidate ?? null) : document;
  const prefix = request ? "/candidate" : "";
  if (!isJsonObject(candidate)) return notAnObject(source, candidate, prefix);
  const isInstead = kindOf(document);
  const draft = {
    ...source,
    ...(isInstead && { isInstead }),
    ...(path !== undefined && { path }),
    ...{ hasByteOrderMark, candidate, prefix },
    ...(typeof request?.targetProduct === "string" && { targetProduct: request.targetProduct }),
    ...(typeof request?.domainId === "string" && { domainId: request.domainId }),
  };
  return { kind: "ok", draft };
}

/** A text with its lines and places. */
export function createSource(text: string, name: string): Source {
  return { name, text, lines: createSourceLines(text), places: placesIn(text) };
}

function kindOf(document: Json): OtherDocument | undefined {
  if (isProposalPackage(document)) return "proposal package";
  const format = isJsonObject(document) && typeof document.format === "string" ? document.format : "";
  if (format.startsWith("spec-package/")) return "spec package";
  return format.startsWith("generator-registry/") ? "registry" : undefined;
}

// A candidate has neither name; what has both a candidate and one of them is the body of a request.
function isRequest(value: Json): value is JsonObject {
  if (!isJsonObject(value) || !Object.hasOwn(value, "candidate")) return false;
  return Object.hasOwn(value, "targetProduct") || Object.hasOwn(value, "domainId");
}

function unreadable(source: Source, read: Extract<ReadJson, { kind: "unreadable" }>): ReadDraft {
  const located = ({ code, message, at }: JsonError): TextError => {
    const { from, to } = source.lines.line(at.line);
    const offset = Math.min(from + at.column - 1, to);
    return { code, message, at: { from: offset, to: offset + 1 } };
  };
  return { kind: "unreadable", source, ...located(read), ...(read.others && { others: read.others.map(located) }) };
}

function notAnObject(source: Source, value: Json, prefix: string): ReadDraft {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  const { from, to } = source.places.find(prefix);
  const message = `A candidate is an object, { ... }, but this is ${found}.`;
  return { kind: "unreadable", source, code: "invalid-envelope", message, at: { from, to: Math.max(to, from + 1) } };
}
