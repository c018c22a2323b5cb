import type { Toast as Shown } from "../page/create-toast.ts";

/** A short message after something was done. */
export function Toast({ toast, undo }: Props) {
  if (!toast) return null;
  return (
    <div class="toast" role="status">
      {toast.text}
      {toast.canUndo && (
        <button type="button" onClick={undo}>
          Undo
        </button>
      )}
    </div>
  );
}

interface Props {
  readonly toast: Shown | undefined;
  undo(): void;
}
