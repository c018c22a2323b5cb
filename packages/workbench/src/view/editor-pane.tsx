import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../create-workbench.ts";
import { createEditor } from "../editor/create-editor.ts";
import { describePlace } from "../editor/describe-place.ts";

/** The editor. Preact renders its host once and leaves what is inside alone. */
export function EditorPane({ workbench }: { readonly workbench: Workbench }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const { actions, session, text } = workbench;
    const editor = createEditor({
      host: host.current,
      text: text.value,
      edited: workbench.edited,
      fix: (diagnostic = -1) => actions.fix(diagnostic, 0),
      review: actions.review,
      confirm: actions.confirm,
      visited: showDiagnostic,
      describe: (offset, marks) => describePlace(offset, marks, workbench),
    });
    workbench.attach(editor);
    // A chunk of its own: typing works without it.
    import("../editor/complete.ts").then(
      ({ completeFrom }) =>
        editor.extend(
          completeFrom(() => (session.rules.value.kind === "ready" ? session.rules.value.document : undefined)),
        ),
      () => {},
    );
    return () => editor.destroy();
  }, [workbench]);
  return <div class="editor" ref={host} />;
}

/** Shows the diagnostic beside its place; one at a time is marked. */
function showDiagnostic(index: number): void {
  for (const shown of document.querySelectorAll(".diagnostic.is-current")) shown.classList.remove("is-current");
  const item = document.getElementById(`diagnostic-${index}`);
  item?.classList.add("is-current");
  item?.scrollIntoView({ block: "nearest" });
}
