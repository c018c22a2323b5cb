import { useSignal } from "@preact/signals";
import type { Actions } from "../../workbench/create-actions.ts";
import { Dialog } from "./dialog.tsx";
import { DiffView } from "./diff-view.tsx";

/** All fixes as one diff, to read before they are applied. */
export function ReviewDialog({ before, after, applicability, actions }: Props) {
  const failure = useSignal("");
  const apply = (
    <button type="button" class="primary" disabled={failure.value !== ""} onClick={actions.repair}>
      Apply
    </button>
  );
  return (
    <Dialog title="Review all fixes" close={actions.closeDialog} actions={apply} isWide>
      <p class="muted dialog-note">
        {applicability === "safe"
          ? "None of these changes alters what the candidate says."
          : "Check that each change is what was meant. You can undo all of them at once."}
      </p>
      <DiffView before={before} after={after} label="All fixes, as a diff" failure={failure} />
    </Dialog>
  );
}

interface Props {
  readonly before: string;
  readonly after: string;
  readonly applicability: "safe" | "review";
  readonly actions: Actions;
}
