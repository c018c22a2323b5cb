import { marksOf, offsetOf, type Places } from "@assay/json-text";
import { type Mark, markKind } from "../editor/marks.ts";
import type { Checked } from "../session/state.ts";

/** What is marked in a text that was checked: where it cannot be read, or the places of its diagnostics. */
export function marksIn(checked: Checked, placesIn: (checked: Checked) => Places): readonly Mark[] {
  const { result, text } = checked;
  if (result.kind === "unreadable") {
    const from = Math.min(offsetOf(text, result.problem.at), Math.max(0, text.length - 1));
    return text.trim() === "" ? [] : [{ from, to: from + 1, kind: "error" }];
  }
  const places = placesIn(checked);
  return result.built.verdict.diagnostics.flatMap((diagnostic, index) =>
    marksOf(diagnostic, places)
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => ({ from, to, kind: markKind(diagnostic), diagnostic: index })),
  );
}
