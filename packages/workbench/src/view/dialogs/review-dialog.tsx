import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Actions, OpenDialog } from "../../workbench/create-actions.ts";
import { Dialog } from "./dialog.tsx";

/** Shows all fixes as one diff before they are applied. */
export function ReviewDialog({ patched, actions }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const failure = useSignal("");
  useEffect(() => {
    let destroy = () => {};
    let isClosed = false;
    // Loaded on demand: only a review of fixes needs it.
    import("../../editor/show-diff.ts").then(
      ({ showDiff }) => {
        if (host.current && !isClosed) destroy = showDiff(host.current, patched.before, patched.text);
      },
      () => {
        failure.value = "The diff could not be loaded. Close this dialog, check the connection, and try again.";
      },
    );
    return () => {
      isClosed = true;
      destroy();
    };
  }, [patched]);
  const apply = (
    <button type="button" class="primary" disabled={failure.value !== ""} onClick={() => actions.repair(patched)}>
      Apply
    </button>
  );
  return (
    <Dialog title="Review all fixes" close={actions.closeDialog} actions={apply} isWide>
      <p class="muted dialog-note">
        Each rewrites a value in the form that the rules accept. Undo reverts all of them.
      </p>
      {failure.value !== "" && <p role="alert">{failure.value}</p>}
      <div class="diff" ref={host} />
    </Dialog>
  );
}

interface Props {
  readonly patched: Extract<OpenDialog, { readonly kind: "review" }>["patched"];
  readonly actions: Actions;
}
