import type { Draft, TextError, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { printJson } from "../terminal/print.ts";
import type { Checked, DomainRef } from "../verdicts/checker.ts";
import { locate, spanOf } from "./located.ts";
import type { Reporter } from "./reporter.ts";

/** Writes one document at the end: of one draft, or an array. Each begins with the members of `first`. */
export function createJsonReporter({ out }: Pick<Io, "out">, first: object): Reporter {
  const documents: object[] = [];
  return {
    verdict: ({ checked, draft, domain }) => documents.push({ ...first, ...jsonReport(checked, draft, domain) }),
    unreadable: (read) => documents.push({ ...first, ...jsonUnreadable(read) }),
    end: () => printJson(documents.length === 1 ? documents[0] : documents, { out }),
  };
}

/** The answer for programs: all of it, and each diagnostic with its places in the file. */
function jsonReport(checked: Checked, draft: Draft, domain: DomainRef): object {
  const { diagnostics, ...rest } = checked;
  const withPlaces = locate(diagnostics, draft).map(({ diagnostic, marks }) => ({
    ...diagnostic,
    places: marks.map((mark) => spanOf(mark, draft)),
  }));
  return { file: draft.name, ...domain, ...rest, diagnostics: withPlaces };
}

/** The same for a text that is not JSON: `unreadable` says why, and there are no diagnostics. */
function jsonUnreadable({ source, others, ...first }: UnreadableDraft): object {
  const withPlaces = ({ code, message, at }: TextError) => ({ code, message, places: [spanOf(at, source)] });
  return {
    file: source.name,
    valid: false,
    unreadable: { ...withPlaces(first), ...(others && { others: others.map(withPlaces) }) },
    diagnostics: [],
  };
}
