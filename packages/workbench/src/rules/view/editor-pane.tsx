import { useEffect, useRef } from "preact/hooks";
import { createEditor } from "../../editor/create-editor.ts";
import { hoverBox, hoverText } from "../../editor/hover-box.ts";
import type { Mark } from "../../editor/marks.ts";
import type { SchemaAt } from "../../editor/schema-at.ts";
import { showDiagnostic } from "../../view/show-diagnostic.ts";
import type { RulesView } from "../create-rules-view.ts";

/** The editor of the spec package. Preact renders its host once and leaves what is inside alone. */
export function EditorPane({ view }: { readonly view: RulesView }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    let schemaAt: SchemaAt | undefined;
    const editor = createEditor({
      host: host.current,
      text: view.text.value,
      label: "Spec package, as JSON",
      placeholder: "Paste a spec package here, as JSON",
      edited: view.edited,
      visited: (problem) => showDiagnostic(problem, view.announcement),
      describe: (offset, marks) => describe(offset, marks, view, schemaAt),
    });
    view.attach(editor);
    // A chunk of its own: typing works without it.
    import("../editor-help.ts").then(
      ({ specSchemaAt, editorHelp }) => {
        schemaAt = specSchemaAt;
        editor.extend(editorHelp);
      },
      () => {},
    );
    return () => editor.destroy();
  }, [view]);
  return <div class="editor" ref={host} />;
}

/** What is shown over a place: its problems, and what the format of spec packages says about it. */
function describe(
  offset: number,
  marks: readonly Mark[],
  view: RulesView,
  schemaAt: SchemaAt | undefined,
): HTMLElement | undefined {
  const box = hoverBox();
  for (const index of new Set(marks.map(({ diagnostic = -1 }) => diagnostic))) {
    const located = view.problems.value[index];
    if (located) box.append(hoverText(located.problem.message), hoverText(located.problem.advice, "why"));
  }
  const pointer = view.pointerAt(offset);
  const said = pointer === undefined ? undefined : schemaAt?.(pointer).description;
  if (said !== undefined) box.append(hoverText(said, marks.length > 0 ? "why" : ""));
  return box.childNodes.length > 0 ? box : undefined;
}
