import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A modal dialog: the browser keeps the focus in it and gives it back; Escape closes it. */
export function Dialog({ title, close, children, actions, isWide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} class={isWide ? "is-wide" : ""} aria-labelledby="dialog-title" onClose={close}>
      <header>
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
