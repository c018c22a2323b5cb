import { object, string } from "../engine/shape.ts";

/** A draft and what it is for, as `product/domain`. */
export interface Draft {
  readonly domain: string;
  readonly text: string;
}

/** Keeps the draft of this tab over a reload. Another tab has its own, so none overwrites another. */
export interface DraftStore {
  load(): Draft | undefined;
  save(draft: Draft): void;
}

/** Creates the store; a browser that forbids storage only loses the draft at a reload. */
export function createDraftStore(
  storage: () => Pick<Storage, "getItem" | "setItem">,
  /** What the draft is of; pages of one tab read each other's. */
  name: "assay-draft" | "assay-rules" = "assay-draft",
): DraftStore {
  return {
    load() {
      try {
        const draft: unknown = JSON.parse(storage().getItem(name) ?? "null");
        return isDraft(draft) ? (draft as Draft) : undefined;
      } catch {
        return undefined;
      }
    },
    save({ domain, text }) {
      try {
        storage().setItem(name, JSON.stringify({ domain, text }));
      } catch {
        // The draft is in the editor still.
      }
    },
  };
}

const isDraft = object({ domain: string, text: string });
