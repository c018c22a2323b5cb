import { type Signal, signal } from "@preact/signals";

/** A short message after an action. */
export interface Toast {
  readonly text: string;
  readonly canUndo: boolean;
}

const displayMs = 6_000;

/** Creates the toast. `notify` shows a message for six seconds and replaces the previous message. */
export function createToast(): {
  readonly toast: Signal<Toast | undefined>;
  notify(text: string, canUndo?: boolean): void;
} {
  const toast = signal<Toast | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    toast,
    notify(text, canUndo = false) {
      clearTimeout(timer);
      toast.value = { text, canUndo };
      timer = setTimeout(() => {
        toast.value = undefined;
      }, displayMs);
    },
  };
}
