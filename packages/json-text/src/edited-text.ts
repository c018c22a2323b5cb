import { type Tree, TreeFragment } from "@lezer/common";
import { parser } from "@lezer/json";

/** A change of a text: what is between two offsets is replaced. The shape that the editor takes. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A text under edit, which knows what became of the text that it began with. */
export interface EditedText {
  /** The text as it is now. */
  readonly text: string;
  /** Parses the text as it is now. What has not changed since the last time is not parsed again. */
  parse(): Tree;
  /** Replaces a part of the text as it is now. */
  replace(from: number, to: number, insert: string): void;
  /** Returns all edits as changes of the first text: in order, apart from each other, and as short as they can be. */
  changes(): readonly TextChange[];
}

/** Begins to edit a text. */
export function editText(original: string): EditedText {
  let pieces: readonly Piece[] = [{ kind: "kept", from: 0, to: original.length }];
  let text = original;
  let parsed: readonly TreeFragment[] = [];
  return {
    get text() {
      return text;
    },
    parse() {
      const tree = parser.parse(text, parsed);
      parsed = TreeFragment.addTree(tree);
      return tree;
    },
    replace(from, to, insert) {
      const change = { fromA: from, toA: to, fromB: from, toB: from + insert.length };
      parsed = TreeFragment.applyChanges(parsed, [change]);
      pieces = [...cut(pieces, 0, from), { kind: "new", text: insert }, ...cut(pieces, to, text.length)];
      text = text.slice(0, from) + insert + text.slice(to);
    },
    changes: () => changesOf(original, pieces),
  };
}

/** A part of the first text, or a new one. Parts of the first text never change their order. */
type Piece =
  | { readonly kind: "kept"; readonly from: number; readonly to: number }
  | { readonly kind: "new"; readonly text: string };

function cut(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const inside: Piece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const length = piece.kind === "kept" ? piece.to - piece.from : piece.text.length;
    const first = Math.max(from - start, 0);
    const last = Math.min(to - start, length);
    if (first < last) {
      inside.push(
        piece.kind === "kept"
          ? { kind: "kept", from: piece.from + first, to: piece.from + last }
          : { kind: "new", text: piece.text.slice(first, last) },
      );
    }
    start += length;
  }
  return inside;
}

function changesOf(original: string, pieces: readonly Piece[]): readonly TextChange[] {
  const changes: TextChange[] = [];
  let from = 0;
  let insert = "";
  for (const piece of [...pieces, { kind: "kept", from: original.length, to: original.length } as const]) {
    if (piece.kind === "new") {
      insert += piece.text;
      continue;
    }
    const change = shortened(original, { from, to: piece.from, insert });
    if (change.from < change.to || change.insert !== "") changes.push(change);
    from = piece.to;
    insert = "";
  }
  return changes;
}

// Without what is equal at both ends. A pair of surrogates stays whole, or a cursor could end up inside a character.
function shortened(original: string, { from, to, insert }: TextChange): TextChange {
  const removed = original.slice(from, to);
  const longest = Math.min(removed.length, insert.length);
  let start = 0;
  while (start < longest && removed[start] === insert[start]) start++;
  if (isHighSurrogate(removed, start - 1)) start--;
  let end = 0;
  while (end < longest - start && removed.at(-1 - end) === insert.at(-1 - end)) end++;
  if (isHighSurrogate(removed, removed.length - end - 1)) end--;
  end = Math.max(end, 0);
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit < 0xdc00;
}
