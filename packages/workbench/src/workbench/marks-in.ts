import { marksOf, offsetOf, type Places } from "@assay/json-text";
import { type Mark, markKind } from "../editor/marks.ts";
import type { Checked } from "../session/state.ts";

/** What is marked in a text that was checked: where it cannot be read, or the places of its diagnostics. */
export function marksIn(checked: Checked, placesIn: (checked: Checked) => Places): readonly Mark[] {
  const { result, text } = checked;
  if (result.kind === "unreadable") {
    return text.trim() === ""
      ? []
      : errorsIn(text, result.problem).map(({ at, ...mark }) => ({ ...mark, kind: "error" }));
  }
  const places = placesIn(checked);
  return result.built.verdict.diagnostics.flatMap((diagnostic, index) =>
    marksOf(diagnostic, places)
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => ({ from, to, kind: markKind(diagnostic), diagnostic: index })),
  );
}

/** What keeps a text from being JSON, with its places. */
export function errorsIn(text: string, problem: Unreadable["problem"]) {
  return [problem, ...(problem.others ?? [])].map(({ message, at }) => {
    const from = Math.min(offsetOf(text, at), Math.max(0, text.length - 1));
    return { message, at, from, to: from + 1 };
  });
}

type Unreadable = Extract<Checked["result"], { readonly kind: "unreadable" }>;
