import { limits } from "@assay/contract";
import {
  type Draft,
  type OtherDocument,
  type parseDraft,
  readDraft,
  type UnreadableDraft,
} from "../draft/read-draft.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import type { Checker, DomainRef } from "./checker.ts";

/** A draft that can be checked. */
export interface ReadyDraft {
  readonly kind: "ok";
  readonly draft: Draft;
  readonly domain: DomainRef;
}

/** A draft, the reason why it cannot be checked, or a file that is not a draft. */
type OpenedDraft = ReadyDraft | UnreadableDraft | { readonly kind: "skipped" };

/** Opens the draft in a file. A document of another kind is skipped in a batch; otherwise it is a failure. */
export async function openDraft(
  file: string,
  checker: Pick<Checker, "resolveDomain">,
  io: Io,
  { isBatch = false, parse }: { readonly isBatch?: boolean; readonly parse?: typeof parseDraft } = {},
): Promise<OpenedDraft> {
  const read = await readDraft(file, io, parse);
  if (read.kind === "unreadable") return read;
  const { draft } = read;
  if (draft.otherDocument) {
    noteOtherDocument(draft, draft.otherDocument, isBatch, io);
    return { kind: "skipped" };
  }
  const domain = await checker.resolveDomain(draft);
  const bytes = Buffer.byteLength(JSON.stringify({ ...domain, candidate: draft.candidate }));
  if (bytes <= limits.bodyBytes) return { kind: "ok", draft, domain };
  const message = `The candidate has ${bytes} bytes; a request may have at most ${limits.bodyBytes}. Shorten it.`;
  return { kind: "unreadable", source: draft, code: "body-too-large", message, mark: { from: 0, to: 1 } };
}

const remedies: { readonly [kind in OtherDocument]: string } = {
  "spec package": "`assay spec check` checks it.",
  "proposal package": "`assay verify` checks it.",
  registry: "Name it with --registry.",
};

/** Reports that a file is not a candidate: with a note in a batch, and otherwise with a failure. */
export function noteOtherDocument({ name }: Draft, kind: OtherDocument, isBatch: boolean, io: Io): void {
  const text = `${name} is a ${kind}, not a candidate`;
  if (!isBatch) throw new Failure(`${text}. ${remedies[kind]}`);
  printNote(`${text}: it is skipped.`, io);
}

/** Creates the failure for a command that skipped every file. */
export function createSkippedFailure(): Failure {
  return new Failure("None of these files is a candidate. Name a candidate, or begin one with `assay init`.");
}
