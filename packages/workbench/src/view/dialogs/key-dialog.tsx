import { useRef } from "preact/hooks";
import { keyMinutes } from "../../workbench/service.ts";
import { Dialog } from "./dialog.tsx";

/** Asks for a key, or forgets it. */
export function KeyDialog({ hasKey, keyUrl, useKey, forget, close }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog title="API key" close={close}>
      <form
        class="key-form"
        onSubmit={(event) => {
          event.preventDefault();
          const { current } = input;
          const key = current?.value.trim() ?? "";
          if (current) current.value = "";
          if (key !== "") useKey(key);
        }}
      >
        <p>
          With a key, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> sends the draft to the service once and compares its verdict with
          this page's verdict.
        </p>
        <label>
          Key
          <input ref={input} type="password" name="key" autocomplete="off" spellcheck={false} required autofocus />
        </label>
        <p class="muted">
          The key stays in this page's memory, is sent to this service only, and is forgotten after {keyMinutes} minutes
          without use.
          {keyUrl !== undefined && (
            <>
              {" "}
              <a href={keyUrl} target="_blank" rel="noopener noreferrer">
                Get a key
              </a>
            </>
          )}
        </p>
        <div class="actions">
          <button type="submit" class="primary">
            Use this key
          </button>
          {hasKey && (
            <button type="button" onClick={forget}>
              Forget the key
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface Props {
  readonly hasKey: boolean;
  readonly keyUrl: string | undefined;
  useKey(key: string): void;
  forget(): void;
  close(): void;
}
