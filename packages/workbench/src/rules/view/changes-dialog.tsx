import { useSignal } from "@preact/signals";
import { Dialog } from "../../view/dialogs/dialog.tsx";
import { DiffView } from "../../view/dialogs/diff-view.tsx";

/** The lines that differ from the published package. */
export function ChangesDialog({ before, after, close }: Props) {
  const failure = useSignal("");
  return (
    <Dialog title="Changed lines" close={close} isWide>
      {before === after ? (
        <p>Nothing differs.</p>
      ) : (
        <DiffView before={before} after={after} label="Changed lines, as a diff" failure={failure} />
      )}
    </Dialog>
  );
}

interface Props {
  readonly before: string;
  readonly after: string;
  close(): void;
}
