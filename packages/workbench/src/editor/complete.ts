import type { SpecPackage } from "@assay/contract";
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { type CompletionItem, listCompletions } from "./list-completions.ts";
import { createSchemaAt } from "./schema-at.ts";

/** Completes property names and allowed values from the rules, once they are there. */
export function completeFrom(rules: () => SpecPackage | undefined): Extension {
  const findCompletions = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const spec = rules();
    if (!spec) return null;
    const schemaAt = createSchemaAt(spec);
    const items = listCompletions({ text: state.doc.toString(), tree: syntaxTree(state), offset: pos, schemaAt });
    const [first] = items;
    // Nothing pops up between two values unless somebody asks for it.
    if (!first || (!explicit && first.from === first.to)) return null;
    const isQuoted = state.sliceDoc(first.from, first.from + 1) === '"';
    return {
      // The label has no quotes, so what is compared with it has none either.
      from: first.from + (isQuoted ? 1 : 0),
      to: first.to,
      options: items.map(toCompletion),
    };
  };
  return [
    autocompletion({ override: [findCompletions], icons: false }),
    // With a list open, Tab completes; without one it leaves the editor, so that no keyboard is trapped.
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
  ];
}

function toCompletion({ label, detail, insert, cursor, from, to }: CompletionItem): Completion {
  return {
    label,
    ...(detail !== "" && { info: detail }),
    apply(view: EditorView, picked: Completion, _: number, now: number) {
      view.dispatch({
        changes: { from, to: Math.max(to, now), insert },
        selection: { anchor: from + cursor },
        annotations: pickedCompletion.of(picked),
      });
    },
  };
}
