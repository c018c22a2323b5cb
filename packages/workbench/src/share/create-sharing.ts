import type { ReadonlySignal } from "@preact/signals";
import { type FoundSecret, findSecret } from "./find-secret.ts";

/** What is asked or shown when a text is shared. */
export type ShareDialog =
  | { readonly kind: "secret"; readonly found: FoundSecret }
  | { readonly kind: "copy"; readonly text: string };

/** What sharing needs. */
export interface SharingParts {
  readonly text: ReadonlySignal<string>;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Opens a dialog, or closes whichever is open. */
  show(dialog: ShareDialog | undefined): void;
  say(message: string): void;
  /** The link to what is in the page, and what it is; none if it is too large for a link. */
  link(): Promise<{ readonly url: string; readonly what: string } | undefined>;
}

/** What a person can do to take the text elsewhere. */
export interface Sharing {
  /** Copies a link to the text, unless the text has something like a key in it: then it asks first. */
  copyLink(evenWithSecret?: boolean): void;
  copy(text: string, what: string): void;
}

/** Makes the actions that copy. */
export function createSharing({ text, writeClipboard, show, say, link }: SharingParts): Sharing {
  const copy: Sharing["copy"] = (copied, what) => {
    writeClipboard(copied).then(
      () => say(`Copied: ${what}.`),
      () => show({ kind: "copy", text: copied }),
    );
  };
  return {
    copy,
    copyLink(evenWithSecret = false) {
      const found = findSecret(text.value);
      if (found !== undefined && !evenWithSecret) return show({ kind: "secret", found });
      show(undefined);
      void link().then((made) =>
        made === undefined ? say("The text is too large for a link. Share it as a file.") : copy(made.url, made.what),
      );
    },
  };
}
