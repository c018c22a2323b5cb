import { json } from "@codemirror/lang-json";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { formatCodePoint, hiddenPattern } from "./show-hidden.ts";
import { theme } from "./theme.ts";

/** Shows the difference between two versions of a draft. Returns a function that removes the view. */
export function showDiff(host: HTMLElement, before: string, after: string): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  // Decorations do not apply to removed text, so hidden characters are written out in both versions.
  const escapeHidden = (text: string) => text.replace(hiddenPattern, formatCodePoint);
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: escapeHidden(after),
      extensions: [
        lineNumbers(),
        json(),
        theme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          "aria-label": "All fixes, as a diff",
          "aria-readonly": "true",
          tabindex: "0",
        }),
        unifiedMergeView({
          original: escapeHidden(before),
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
        }),
      ],
    }),
  });
  return () => view.destroy();
}
