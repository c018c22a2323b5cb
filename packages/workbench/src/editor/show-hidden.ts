import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Characters that a reader cannot see. Tabs and line breaks are indentation; inside strings they are escapes already. */
export const hiddenPattern = /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?! )\p{Zs}/gu;

const maxHidden = 1_000;

/** Shows characters that a reader cannot see, written as in messages; the theme limits what they do to themselves. */
export const showHidden: Extension = EditorView.decorations.compute(["doc"], ({ doc }) =>
  Decoration.set(
    [...doc.toString().matchAll(hiddenPattern).take(maxHidden)].map(({ 0: character, index }) => {
      const mark = Decoration.mark({ class: "cm-hidden", attributes: { "data-code": formatCodePoint(character) } });
      return mark.range(index, index + character.length);
    }),
  ),
);

/** How such a character is written: not as JSON escapes it, so that it is not taken for an escape of the text. */
export function formatCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
