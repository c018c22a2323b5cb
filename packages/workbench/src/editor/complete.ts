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
import { createSchemaLookup } from "./create-schema-lookup.ts";
import { type CompletionItem, listCompletions } from "./list-completions.ts";

/** Completes property names and allowed values from the rules, once they are loaded. */
export function completeFrom(rules: () => SpecPackage | undefined): Extension {
  const findCompletions = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const spec = rules();
    if (!spec) return null;
    const schemaAt = createSchemaLookup(spec);
    const items = listCompletions({ text: state.doc.toString(), tree: syntaxTree(state), offset: pos, schemaAt });
    const [first] = items;
    // Between two values, the list opens only on request.
    if (!first || (!explicit && first.from === first.to)) return null;
    const isQuoted = state.sliceDoc(first.from, first.from + 1) === '"';
    return {
      // Labels have no quotes, so the text that filters them starts after the quote.
      from: first.from + (isQuoted ? 1 : 0),
      to: first.to,
      options: items.map(toCompletion),
    };
  };
  return [
    autocompletion({ override: [findCompletions], icons: false }),
    // Tab accepts a completion while the list is open. Otherwise it leaves the editor, so the focus is not trapped.
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
  ];
}

function toCompletion({ label, detail, insert, cursor, from, to }: CompletionItem): Completion {
  return {
    label,
    ...(detail !== "" && { info: detail }),
    apply(view: EditorView, picked: Completion, _: number, currentTo: number) {
      view.dispatch({
        changes: { from, to: Math.max(to, currentTo), insert },
        selection: { anchor: from + cursor },
        annotations: pickedCompletion.of(picked),
      });
    },
  };
}
