import type { FoundSecret } from "../../share/find-secret.ts";
import type { Actions } from "../../workbench/create-actions.ts";
import { Dialog } from "./dialog.tsx";

/** Asks before a link is made of a draft that has something like a key in it. */
export function SecretDialog({
  found,
  actions,
}: {
  readonly found: FoundSecret;
  readonly actions: Pick<Actions, "copyLink" | "closeDialog" | "select">;
}) {
  const copy = (
    <button type="button" onClick={() => actions.copyLink(true)}>
      Copy the link anyway
    </button>
  );
  return (
    <Dialog title="The draft may contain a secret" close={actions.closeDialog} actions={copy}>
      <p>
        {`The draft contains what looks like ${found.what}. The link contains the whole draft, so everyone who gets the link can read the secret. Remove the secret from the draft first.`}
      </p>
      <p>
        <button type="button" class="primary" onClick={() => actions.select(found.from, found.to)}>
          Show it in the draft
        </button>
      </p>
    </Dialog>
  );
}
