import { marksOf, offsetOf, type Places } from "@assay/json-text";
import { type Mark, markKind } from "../editor/marks.ts";
import type { Checked } from "../session/state.ts";

/** Finds what the editor underlines in a text that was checked: its syntax errors, or the places of its diagnostics. */
export function findMarks(checked: Checked, placesIn: (checked: Checked) => Places): readonly Mark[] {
  const { result, text } = checked;
  if (result.kind === "unreadable") {
    // An empty editor has nothing to underline.
    if (text.trim() === "") return [];
    return locateSyntaxErrors(text, result.problem).map(({ at, ...mark }) => ({ ...mark, kind: "error" }));
  }
  const places = placesIn(checked);
  return result.built.verdict.diagnostics.flatMap((diagnostic, index) =>
    marksOf(diagnostic, places)
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => ({ from, to, kind: markKind(diagnostic), diagnostic: index })),
  );
}

type Unreadable = Extract<Checked["result"], { readonly kind: "unreadable" }>;

/** Returns each syntax error of a text with the character to underline. */
export function locateSyntaxErrors(text: string, problem: Unreadable["problem"]) {
  return [problem, ...(problem.others ?? [])].map(({ message, at }) => {
    const from = Math.min(offsetOf(text, at), Math.max(0, text.length - 1));
    return { message, at, from, to: from + 1 };
  });
}
