import type { Signal } from "@preact/signals";
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
      onVisit: (diagnostic) => showDiagnostic(diagnostic, workbench.announcement),
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

/** Highlights one diagnostic in the list, and announces its message to screen readers. */
function showDiagnostic(index: number, announcement: Signal<string>): void {
  for (const previous of document.querySelectorAll(".is-current")) previous.classList.remove("is-current");
  const item = document.getElementById(`diagnostic-${index}`);
  item?.classList.add("is-current");
  item?.scrollIntoView({ block: "nearest" });
  const message = (item?.querySelector(".message") ?? item)?.textContent ?? "";
  // Screen readers announce only changes, and the next place can belong to the same diagnostic.
  announcement.value = message === announcement.value ? `${message}\u00a0` : message;
}
