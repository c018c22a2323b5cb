import type { ReadonlySignal } from "@preact/signals";
import type { FoundSecret } from "./find-secret.ts";
import type { DecodedDraft, encodeDraft } from "./share-link.ts";

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
  link(encode: typeof encodeDraft): Promise<{ readonly url: string; readonly what: string } | undefined>;
}

/** What a person can do to take the text elsewhere. */
export interface Sharing {
  /** Copies a link to the text, unless the text has something like a key in it: then it asks first. */
  copyLink(evenWithSecret?: boolean): Promise<void>;
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
    async copyLink(evenWithSecret = false) {
      // What finds keys and writes links loads with the first link.
      const loaded = await Promise.all([import("./find-secret.ts"), import("./share-link.ts")]).catch(() => []);
      const [secrets, links] = loaded;
      if (!secrets || !links) return say("The link could not be made. Reload the page; your text is kept.");
      const found = secrets.findSecret(text.value);
      if (found !== undefined && !evenWithSecret) return show({ kind: "secret", found });
      show(undefined);
      const made = await link(links.encodeDraft);
      if (made === undefined) say("The text is too large for a link. Share it as a file.");
      else copy(made.url, made.what);
    },
  };
}

/** Reads the fragment of an address. What does so loads only for an address that may hold a draft. */
export async function readFragment(fragment: string): Promise<DecodedDraft> {
  if (!/^#?[0-9]/.test(fragment)) return { kind: "none" };
  const loaded = await import("./share-link.ts").catch(() => undefined);
  if (loaded) return loaded.decodeDraft(fragment);
  return { kind: "unreadable", reason: "The draft in this link could not be read. Reload the page to try again." };
}
