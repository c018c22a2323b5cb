import type { Draft, TextError, UnreadableDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import { printJson } from "../terminal/print.ts";
import type { DomainRef, Verdict } from "../verdicts/checker.ts";
import { locateDiagnostics, toSpan } from "./locate-diagnostics.ts";
import type { Reporter } from "./reporter.ts";

/** Writes an array at the end, with an object for each draft, which starts with the members of `header`. */
export function createJsonReporter({ out }: Pick<Io, "out">, header: object): Reporter {
  const documents: object[] = [];
  return {
    reportVerdict: ({ verdict, draft, domain }) =>
      documents.push({ ...header, ...toVerdictJson(verdict, draft, domain) }),
    reportUnreadable: (read) => documents.push({ ...header, ...toUnreadableJson(read) }),
    end: () => printJson(documents, { out }),
  };
}

/** The whole verdict, with the places of each diagnostic in the file. */
function toVerdictJson(verdict: Verdict, draft: Draft, domain: DomainRef): object {
  const { diagnostics, ...rest } = verdict;
  const located = locateDiagnostics(diagnostics, draft).map(({ diagnostic, marks }) => ({
    ...diagnostic,
    places: marks.map((mark) => toSpan(mark, draft)),
  }));
  return { file: draft.name, ...domain, ...rest, diagnostics: located };
}

/** The result for input that cannot be checked: `unreadable` has the errors, and there are no diagnostics. */
function toUnreadableJson({ source, furtherErrors, ...first }: UnreadableDraft): object {
  const locateError = ({ code, message, mark }: TextError) => ({ code, message, places: [toSpan(mark, source)] });
  return {
    file: source.name,
    valid: false,
    unreadable: { ...locateError(first), ...(furtherErrors && { others: furtherErrors.map(locateError) }) },
    diagnostics: [],
  };
}
