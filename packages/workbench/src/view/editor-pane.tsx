import { useLayoutEffect, useRef } from "preact/hooks";
import { createEditor } from "../editor/create-editor.ts";
import { describePlace } from "../editor/describe-place.ts";
import type { Workbench } from "../workbench/create-workbench.ts";

/** The editor. Preact renders its host element once and does not touch the content. */
export function EditorPane({ workbench }: { readonly workbench: Workbench }) {
  const host = useRef<HTMLDivElement>(null);
  // A layout effect creates the editor before the page opens a draft, so that replacing that draft can be undone.
  useLayoutEffect(() => {
    if (!host.current) return;
    const { actions, session, text } = workbench;
    const editor = createEditor({
      host: host.current,
      text: text.value,
      onEdit: workbench.handleEdit,
      fix: (diagnostic = -1) => actions.fix(diagnostic),
      review: actions.review,
      confirm: actions.confirm,
      onVisit: (diagnostic) => announce(diagnostic, workbench),
      onCursor: (diagnostic) => {
        workbench.current.value = diagnostic;
      },
      describe: (offset, marks) => describePlace(offset, marks, workbench),
    });
    workbench.attach(editor);
    // Loaded on demand: typing works without completion.
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

/** Announces the message of a diagnostic to screen readers. */
function announce(index: number, { session, announcement }: Workbench): void {
  const { value: checked } = session.checked;
  const message = checked?.result.kind === "verdict" ? checked.result.built.verdict.diagnostics[index]?.message : "";
  // Screen readers announce only changes, and the next place can belong to the same diagnostic.
  announcement.value = message === announcement.value ? `${message}\u00a0` : (message ?? "");
}
