import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A modal dialog: the browser keeps the focus in it and gives it back; Escape closes it. */
export function Dialog({ title, close, children, actions, isWide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current: dialog } = ref;
    dialog?.showModal();
    // An open dialog that is removed does not give the focus back; an effect that is not of the layout ends too late.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={isWide ? "is-wide" : ""}
      aria-labelledby="dialog-title"
      // The event of a dialog that was removed comes late, when another one may be open.
      onClose={() => ref.current && close()}
    >
      <header class="dialog-head">
        <h2 class="dialog-title" id="dialog-title">
          {title}
        </h2>
        <div class="actions">
          {actions}
          <button type="button" onClick={() => ref.current?.close()}>
            Close
          </button>
        </div>
      </header>
      <div class="dialog-content">{children}</div>
    </dialog>
  );
}

interface Props {
  readonly title: string;
  /** Called when the dialog was closed, whatever closed it. */
  close(): void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
}
