import type { Actions } from "../../workbench/create-actions.ts";
import { Dialog } from "./dialog.tsx";

/** Shows a text that could not be copied, selected, so that a person can copy it. */
export function CopyDialog({
  text,
  actions,
}: {
  readonly text: string;
  readonly actions: Pick<Actions, "closeDialog">;
}) {
  return (
    <Dialog title="Copy by hand" close={actions.closeDialog}>
      <p>The browser did not allow the page to copy. Copy the text from here.</p>
      <textarea
        readOnly
        rows={6}
        aria-label="Text to copy"
        value={text}
        ref={(element) => {
          element?.select();
        }}
      />
    </Dialog>
  );
}
