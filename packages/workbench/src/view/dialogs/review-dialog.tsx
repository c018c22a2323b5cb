import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Actions } from "../../workbench/create-actions.ts";
import { Dialog } from "./dialog.tsx";

/** All fixes as one diff, to read before they are applied. */
export function ReviewDialog({ before, after, applicability, actions }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const failure = useSignal("");
  useEffect(() => {
    let destroy = () => {};
    let isClosed = false;
    // A chunk of its own: only who reviews fixes needs it.
    import("../../editor/show-diff.ts").then(
      ({ showDiff }) => {
        if (host.current && !isClosed) destroy = showDiff(host.current, before, after);
      },
      () => {
        failure.value = "The diff could not be loaded. Close this dialog, check the connection, and try again.";
      },
    );
    return () => {
      isClosed = true;
      destroy();
    };
  }, [before, after]);
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
      {failure.value !== "" && <p role="alert">{failure.value}</p>}
      <div class="diff" ref={host} />
    </Dialog>
  );
}

interface Props {
  readonly before: string;
  readonly after: string;
  readonly applicability: "safe" | "review";
  readonly actions: Actions;
}
