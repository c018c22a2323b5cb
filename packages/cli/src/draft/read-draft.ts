import { resolve } from "node:path";
import { isJsonObject, isProposalPackage, type Json, type JsonObject, limits } from "@assay/contract";
import { type JsonError, type ReadJsonResult, readJson } from "@assay/engine";
import { indexPlaces, type Places, type Range } from "@assay/json-text";
import { type PlainText, removeExtras } from "@assay/json-text/remove-extras";
import type { Io } from "../io.ts";
import { createSourceLines, type SourceLines } from "../terminal/source-lines.ts";
import { formatPath, readFile, readStdin, stripByteOrderMark } from "./read-file.ts";

/** The text of a file, with the positions of its lines and values. */
export interface Source {
  /** The name of the file in messages: its path, or `<stdin>`. */
  readonly name: string;
  /** The text, without its byte order mark. */
  readonly text: string;
  readonly lines: SourceLines;
  readonly places: Places;
}

/** A candidate as its author wrote it, on its own or inside a request. */
export interface Draft extends Source {
  /** Absent if the draft was read from standard input. */
  readonly path?: string | undefined;
  /** What was read: `text` has no byte order mark. */
  readonly bytes: Uint8Array;
  readonly candidate: JsonObject;
  /** The JSON Pointer to the candidate: `/candidate` in a request, otherwise empty. */
  readonly prefix: string;
  /** Set if the file contains another kind of Assay document instead of a candidate. */
  readonly otherDocument?: OtherDocument | undefined;
  /** The domain that the request names; undefined for a bare candidate. */
  readonly targetProduct?: string | undefined;
  readonly domainId?: string | undefined;
  /** Set if `bytes` has comments or trailing commas, which `text` has not. */
  readonly plain?: PlainText | undefined;
}

/** A document that is often in the same folder as drafts. */
export type OtherDocument = "spec package" | "proposal package" | "registry";

/** A draft, or the reason why the input cannot be checked. */
type DraftResult = { readonly kind: "ok"; readonly draft: Draft } | UnreadableDraft;

/** The errors in input that cannot be checked. */
export interface UnreadableDraft extends TextError {
  readonly kind: "unreadable";
  readonly source: Source;
  /** Further errors, in the order of the input. Every comment and trailing comma is reported. */
  readonly furtherErrors?: readonly TextError[] | undefined;
  /** The text without its comments and trailing commas, if these are the only errors. */
  readonly plain?: PlainText | undefined;
}

/** An error in the input, and its position. */
export interface TextError {
  readonly code: string;
  readonly message: string;
  readonly mark: Range;
}

/** Far above the limit on a request body: a larger file cannot be a draft, so it is refused without being read. */
export const maxDraftBytes = 4_194_304;

/** Reads a draft from a file, or from standard input if its name is `-`. */
export async function readDraft(name: string, io: Io, parse: typeof parseDraft = parseDraft): Promise<DraftResult> {
  if (name === "-") return parse(await readStdin(io, maxDraftBytes), "<stdin>");
  const path = resolve(io.cwd, name);
  return parse(
    readFile(path, io, { maxBytes: maxDraftBytes, acceptsStdin: true, isOperand: true }),
    formatPath(path, io.cwd),
    path,
  );
}

/** Reads a draft from its bytes, without its comments and trailing commas. */
export function parsePlainDraft(bytes: Uint8Array, name: string, path?: string): DraftResult {
  const read = parseDraft(bytes, name, path);
  const plain = read.kind === "unreadable" ? read.plain : undefined;
  const result = plain ? parseDraft(Buffer.from(plain.text), name, path) : read;
  return plain && result.kind === "ok" ? { kind: "ok", draft: { ...result.draft, bytes, plain } } : result;
}

/** Reads a draft from its bytes. */
export function parseDraft(bytes: Uint8Array, name: string, path?: string): DraftResult {
  const content = stripByteOrderMark(bytes);
  const source = createSource(new TextDecoder().decode(bytes), name);
  const read = readJson(content, { maxDepth: limits.bodyDepth, listExtras: true });
  if (read.kind === "unreadable") return toUnreadable(source, read);
  const document = read.value;
  const request = isRequest(document) ? document : undefined;
  // A bare candidate will be sent inside a request, one level deeper.
  const bodyRead = request ? read : readJson(content, { maxDepth: limits.bodyDepth - 1 });
  if (bodyRead.kind === "unreadable") return toUnreadable(source, bodyRead);
  const candidate = request ? (request.candidate ?? null) : document;
  const prefix = request ? "/candidate" : "";
  if (!isJsonObject(candidate)) return refuseNonObject(source, candidate, prefix);
  const draft = {
    ...source,
    path,
    bytes,
    candidate,
    prefix,
    otherDocument: detectOtherDocument(document),
    targetProduct: asString(request?.targetProduct),
    domainId: asString(request?.domainId),
  };
  return { kind: "ok", draft };
}

/** Indexes the lines and values of a document. */
export function createSource(text: string, name: string): Source {
  return { name, text, lines: createSourceLines(text), places: indexPlaces(text) };
}

function detectOtherDocument(document: Json): OtherDocument | undefined {
  const inner = isJsonObject(document) && document.proposalPackage;
  if (isProposalPackage(document) || isProposalPackage(inner)) return "proposal package";
  const format = isJsonObject(document) && typeof document.format === "string" ? document.format : "";
  if (format.startsWith("spec-package/")) return "spec package";
  return format.startsWith("generator-registry/") ? "registry" : undefined;
}

function asString(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

// A candidate has neither `targetProduct` nor `domainId`, so an object with `candidate` and one of them is a request.
function isRequest(value: Json): value is JsonObject {
  if (!isJsonObject(value) || !Object.hasOwn(value, "candidate")) return false;
  return Object.hasOwn(value, "targetProduct") || Object.hasOwn(value, "domainId");
}

function toUnreadable(source: Source, read: Extract<ReadJsonResult, { kind: "unreadable" }>): DraftResult {
  const locate = ({ code, message, at }: JsonError): TextError => {
    const { from, to } = source.lines.line(at.line);
    const offset = Math.min(from + at.column - 1, to);
    return { code, message, mark: { from: offset, to: offset + 1 } };
  };
  const furtherErrors = read.others?.map(locate);
  return { kind: "unreadable", source, ...locate(read), furtherErrors, plain: removeExtras(source.text) };
}

function refuseNonObject(source: Source, value: Json, prefix: string): DraftResult {
  const type = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  const { from, to } = source.places.find(prefix);
  const message = `A candidate is an object, { ... }, but this is ${type}.`;
  return { kind: "unreadable", source, code: "invalid-envelope", message, mark: { from, to: Math.max(to, from + 1) } };
}
