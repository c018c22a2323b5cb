import { object, string } from "../engine/shape.ts";

/** A draft and what it is for. */
export interface Draft {
  /** `product/domain`, or the fragment of an example, such as `#example.field.missing`. */
  readonly domain: string;
  readonly text: string;
}

/** Keeps the draft of this tab over a reload. Another tab has its own, so none overwrites another. */
export interface DraftStore {
  load(): Draft | undefined;
  save(draft: Draft): void;
}

/** Creates the store; a browser that forbids storage only loses the draft at a reload. */
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
        // The draft is in the editor still.
      }
    },
  };
}

const isDraft = object({ domain: string, text: string });
