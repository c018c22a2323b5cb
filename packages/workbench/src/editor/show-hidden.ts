import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Characters that a reader cannot see, except tabs and line breaks, which JSON strings escape. */
export const hiddenPattern = /(?![\t\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

const maxHidden = 1_000;

/** Shows hidden characters as escapes, as messages do. The theme isolates them from the text around them. */
export const showHidden: Extension = EditorView.decorations.compute(["doc"], ({ doc }) =>
  Decoration.set(
    [...doc.toString().matchAll(hiddenPattern).take(maxHidden)].map(({ 0: character, index }) => {
      const mark = Decoration.mark({ class: "cm-hidden", attributes: { "data-code": formatCodePoint(character) } });
      return mark.range(index, index + character.length);
    }),
  ),
);

/** Formats a hidden character. It does not look like a JSON escape, so that readers do not mistake it for one. */
export function formatCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
