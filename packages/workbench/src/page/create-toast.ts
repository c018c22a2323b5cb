import { type Signal, signal } from "@preact/signals";

/** A short message after something was done. */
export interface Toast {
  readonly text: string;
  readonly canUndo: boolean;
}

const displayMs = 6_000;

/** Creates a place for short messages: `say` shows one for six seconds, in place of the one before. */
export function createToast(): {
  readonly toast: Signal<Toast | undefined>;
  say(text: string, canUndo?: boolean): void;
} {
  const toast = signal<Toast | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    toast,
    say(text, canUndo = false) {
      clearTimeout(timer);
      toast.value = { text, canUndo };
      timer = setTimeout(() => {
        toast.value = undefined;
      }, displayMs);
    },
  };
}
