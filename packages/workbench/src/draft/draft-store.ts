import { object, string } from "../engine/shape.ts";

/** A draft and its domain. */
export interface Draft {
  /** The qualified name of the domain, `product/domain`. */
  readonly domain: string;
  readonly text: string;
}

/** Keeps this tab's draft across reloads. Every tab has its own store, so tabs do not overwrite each other's drafts. */
export interface DraftStore {
  load(): Draft | undefined;
  save(draft: Draft): void;
}

/** Creates the store. If the browser forbids storage, the draft is lost on a reload. */
export function createDraftStore(storage: () => Pick<Storage, "getItem" | "setItem">): DraftStore {
  const name = "assay-draft";
  return {
    load() {
      try {
        const draft: unknown = JSON.parse(storage().getItem(name) ?? "null");
        return isDraft(draft) ? (draft as Draft) : undefined;
      } catch {
        return undefined;
      }
    },
    save(draft) {
      try {
        storage().setItem(name, JSON.stringify(draft));
      } catch {
        // The draft is still in the editor.
      }
    },
  };
}

const isDraft = object({ domain: string, text: string });
