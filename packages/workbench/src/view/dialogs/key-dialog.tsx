import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { keyMinutes } from "../../workbench/service.ts";
import { Icon } from "../icons.tsx";
import { Dialog } from "./dialog.tsx";

/** The dialog in which the user enters a key or removes it. */
export function KeyDialog({ isForCheck, workbench: { config, service, actions } }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const refusal = useSignal("");
  const isAsking = useSignal(false);
  return (
    <Dialog title="API key" close={actions.closeDialog}>
      <form
        class="key-form"
        onSubmit={async (event) => {
          event.preventDefault();
          if (!input.current || isAsking.value) return;
          isAsking.value = true;
          const answer = await actions.useKey(input.current.value, isForCheck);
          refusal.value = answer.kind === "refused" ? answer.reason : "";
          isAsking.value = false;
        }}
      >
        <p>
          With a key, the page checks whether you are the owner, and <kbd>Ctrl</kbd>+<kbd>Enter</kbd> sends the draft to
          the service once and compares its verdict with this page's verdict.
        </p>
        <label>
          Key
          <input ref={input} type="password" name="key" autocomplete="off" spellcheck={false} required autofocus />
        </label>
        {refusal.value !== "" && (
          <p class="refusal" role="alert">
            <Icon name="invalid" />
            {refusal.value}
          </p>
        )}
        <p class="muted">
          The key stays in this page's memory, is sent to this service only, and is forgotten after {keyMinutes} minutes
          without use.
          {config.keyUrl !== undefined && (
            <>
              {" "}
              <a href={config.keyUrl} target="_blank" rel="noopener noreferrer">
                Get a key
              </a>
            </>
          )}
        </p>
        <div class="actions">
          <button type="submit" class="primary">
            {isAsking.value ? "Checking the key…" : isForCheck ? "Use this key and check" : "Use this key"}
          </button>
          {service.caller.value !== undefined && (
            <button type="button" onClick={actions.forgetKey}>
              Forget the key
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface Props {
  /** Whether a check with the service waits for the key. */
  readonly isForCheck: boolean;
  readonly workbench: Workbench;
}
