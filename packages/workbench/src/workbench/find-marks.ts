import { listMarks, type Places, toOffset } from "@assay/json-text";
import { type Mark, toMarkKind } from "../editor/marks.ts";
import type { CheckedText } from "../session/state.ts";

/** Finds what the editor underlines in a checked draft: its syntax errors, or the places of its diagnostics. */
export function findMarks(checked: CheckedText, findPlaces: (checked: CheckedText) => Places): readonly Mark[] {
  const { result, text } = checked;
  if (result.kind === "unreadable") {
    // An empty editor has nothing to underline.
    if (text.trim() === "") return [];
    return locateSyntaxErrors(text, result.problem).map(({ message, from, to }) => ({
      ...{ message, from, to },
      kind: "error",
    }));
  }
  const places = findPlaces(checked);
  return result.built.verdict.diagnostics.flatMap((diagnostic, index) =>
    listMarks(diagnostic, places)
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => ({ from, to, kind: toMarkKind(diagnostic), diagnostic: index })),
  );
}

type Unreadable = Extract<CheckedText["result"], { readonly kind: "unreadable" }>;

/** Returns each syntax error in a draft with the character to underline. */
export function locateSyntaxErrors(text: string, problem: Unreadable["problem"]) {
  return [problem, ...(problem.others ?? [])].map(({ message, at, isExtra = false }) => {
    const from = Math.min(toOffset(text, at), Math.max(0, text.length - 1));
    return { message, at, isExtra, from, to: from + 1 };
  });
}
