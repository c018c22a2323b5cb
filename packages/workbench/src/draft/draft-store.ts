import { object, type Shape, string } from "../engine/shape.ts";

/** A draft and what it is for, as `product/domain`. */
export interface Draft {
  readonly domain: string;
  readonly text: string;
  /** What to go back to: the author's own draft, if this one came with a link and is in its place. */
  readonly before?: Draft | undefined;
}

/** Keeps the draft of this tab over a reload. Another tab has its own, so none overwrites another. */
export interface DraftStore {
  /** Another name is for an example that was edited: its fragment. */
  load(name?: string): Draft | undefined;
  save(draft: Draft, name?: string): void;
}

/** Creates the store; a browser that forbids storage only loses the draft at a reload. */
export function createDraftStore(storage: () => Pick<Storage, "getItem" | "setItem">): DraftStore {
  const usual = "assay-draft";
  return {
    load(name = usual) {
      try {
        const draft: unknown = JSON.parse(storage().getItem(name) ?? "null");
        return isDraft(draft) ? (draft as Draft) : undefined;
      } catch {
        return undefined;
      }
    },
    save(draft, name = usual) {
      try {
        storage().setItem(name, JSON.stringify(draft));
      } catch {
        // The draft is in the editor still.
      }
    },
  };
}

/** What is kept, for the author to come back to from another text; nothing if it is the same text, or none. */
export function keptBeside(text: string, drafts: Pick<DraftStore, "load">): Draft | undefined {
  const kept = drafts.load();
  return kept && ["", text].includes(kept.text) ? kept.before : kept;
}

/** A draft to go back to, with what is kept behind it, so that nothing is lost on the way. */
export function wayBack(to: Draft, drafts: Pick<DraftStore, "load">): Draft {
  const left = drafts.load();
  return left?.text ? withLast(to, { ...left, before: undefined }) : to;
}

function withLast(draft: Draft, last: Draft): Draft {
  if (draft.text === last.text) return draft;
  return { ...draft, before: draft.before ? withLast(draft.before, last) : last };
}

const isDraft: Shape = object({ domain: string, text: string }, { before: (value) => isDraft(value) });
