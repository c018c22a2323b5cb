import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A modal dialog. The browser keeps the focus inside, restores it afterward, and closes the dialog on Escape. */
export function Dialog({ title, close, children, actions, isWide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current: dialog } = ref;
    dialog?.showModal();
    // The browser restores the focus only if the dialog closes before it is removed. An effect's cleanup is too late.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={isWide ? "is-wide" : ""}
      aria-labelledby="dialog-title"
      // A removed dialog's event arrives late, when another dialog might be open.
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
  /** Called when the dialog has closed, for any reason. */
  close(): void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
}
