import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { createEditor } from "../editor/create-editor.ts";
import { describePlace } from "../editor/describe-place.ts";
import type { Workbench } from "../workbench/create-workbench.ts";

/** The editor. Preact renders its host once and leaves what is inside alone. */
export function EditorPane({ workbench }: { readonly workbench: Workbench }) {
  const host = useRef<HTMLDivElement>(null);
  // Before the page opens a draft: what takes the place of one can be undone.
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

/** Shows the diagnostic beside its place, and tells a screen reader what it says; one at a time is marked. */
function showDiagnostic(index: number, announcement: Signal<string>): void {
  for (const shown of document.querySelectorAll(".is-current")) shown.classList.remove("is-current");
  const item = document.getElementById(`diagnostic-${index}`);
  item?.classList.add("is-current");
  item?.scrollIntoView({ block: "nearest" });
  const said = (item?.querySelector(".message") ?? item)?.textContent ?? "";
  // Only what changes is announced, and the next place may be of the same diagnostic.
  announcement.value = said === announcement.value ? `${said}\u00a0` : said;
}
