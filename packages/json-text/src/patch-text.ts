import { escapeToken, type PatchOperation, parsePointer } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/json";
import { listMembers, type Member, type TextChange } from "./json-nodes.ts";
import { followPointer, isScalar } from "./places.ts";
import { removeExtras } from "./remove-extras.ts";

/** The patched text with the changes made to it, or the reason why the patch was refused. */
export type PatchedText =
  | { readonly kind: "ok"; readonly text: string; readonly changes: readonly TextChange[] }
  | { readonly kind: "refused"; readonly reason: string };

// More operations than an answer of at most 48 KiB can contain.
const maxOperations = 512;

/**
 * Applies fixes to a JSON text as its author would: replaces scalars, renames properties, and removes properties with
 * their commas. Everything else stays the same, byte for byte. All paths refer to the original text, as in
 * `combineFixes`. Refuses other operations and changes to the owner, because patches come from a worker or a service
 * that is not trusted. An empty patch removes comments and trailing commas.
 *
 * @example
 * const patched = patchText(text, combineFixes(verdict.diagnostics));
 * if (patched.kind === "ok") view.dispatch({ changes: patched.changes });
 */
export function patchText(text: string, patch: readonly PatchOperation[]): PatchedText {
  if (!isReadable(text)) {
    const plain = patch.length === 0 ? removeExtras(text) : undefined;
    return plain ? { kind: "ok", ...plain } : refuse("The text is not valid JSON.");
  }
  if (!Array.isArray(patch) || patch.length > maxOperations) return refuse("The fix is too long, or not a patch.");
  const operations: readonly PatchOperation[] = patch;
  if (operations.some(touchesOwner)) return refuse("Only the owner, a person, can change who owns the proposal.");
  const changes = toChanges(text, operations);
  if (!changes) return refuse("The fix does not fit the text.");
  let patched = "";
  let end = 0;
  for (const { from, to, insert } of changes) {
    if (from < end) return refuse("Two fixes change the same place.");
    patched += text.slice(end, from) + insert;
    end = to;
  }
  patched += text.slice(end);
  // The result is unreadable if, for example, two properties were renamed to the same name.
  return isReadable(patched) ? { kind: "ok", text: patched, changes } : refuse("The fix does not fit the text.");
}

function isReadable(text: string): boolean {
  return readJson(new TextEncoder().encode(text)).kind === "ok";
}

function refuse(reason: string): PatchedText {
  return { kind: "refused", reason: `${reason} Make the change by hand.` };
}

function touchesOwner(operation: PatchOperation | null): boolean {
  if (!operation) return false;
  const pointers = operation.op === "move" ? [operation.from, operation.path] : [operation.path];
  return pointers.some((pointer) => /^\/owner(\/|$)/.test(String(pointer)));
}

function toChanges(text: string, operations: readonly PatchOperation[]): readonly TextChange[] | undefined {
  const tree = parser.parse(text);
  const removed = new Set(operations.flatMap((operation) => (operation?.op === "remove" ? [operation.path] : [])));
  const changes: TextChange[] = [];
  for (const operation of operations) {
    const change = toChange(operation, { tree, text, removed });
    if (!change) return undefined;
    changes.push(change);
  }
  return changes.sort((a, b) => a.from - b.from);
}

interface Source {
  readonly tree: Tree;
  readonly text: string;
  /** The pointers of all members that the patch removes. */
  readonly removed: ReadonlySet<string>;
}

function toChange(operation: PatchOperation | null, source: Source): TextChange | undefined {
  switch (operation?.op) {
    case "replace":
      return toReplacement(operation.path, operation.value, source);
    case "move":
      return toRename(operation, source);
    case "remove":
      return toRemoval(operation.path, source);
  }
  return undefined;
}

function toReplacement(path: string, value: unknown, { tree, text }: Source): TextChange | undefined {
  const { node, isExact } = followPointer(tree, text, path);
  const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
  if (!node || !isExact || !isScalar(node) || !isPlain) return undefined;
  return { from: node.from, to: node.to, insert: JSON.stringify(value) };
}

function toRename({ from, path }: { from: string; path: string }, source: Source): TextChange | undefined {
  const match = findMember(from, source);
  const name = parsePointer(path)?.at(-1);
  if (!match || name === undefined || toParentPointer(from) !== toParentPointer(path)) return undefined;
  if (match.members.some((member) => member.name === name)) return undefined;
  const { nameRange } = match.member;
  return { from: nameRange.from, to: nameRange.to, insert: JSON.stringify(name) };
}

// Also removes one comma. Keeps the lines of the other members intact, even if adjacent members are removed too.
function toRemoval(path: string, source: Source): TextChange | undefined {
  const match = findMember(path, source);
  if (!match) return undefined;
  const { object, members, member } = match;
  const index = members.indexOf(member);
  const previous = members[index - 1];
  const next = members[index + 1];
  const isKept = ({ name }: Member) => !source.removed.has(`${toParentPointer(path)}/${escapeToken(name)}`);
  const hasKeptBefore = members.slice(0, index).some(isKept);
  const insert = "";
  if (previous && hasKeptBefore) return { from: previous.to, to: member.to, insert };
  if (next && members.slice(index).some(isKept)) return { from: member.from, to: next.from, insert };
  return { from: previous?.to ?? object.from + 1, to: next ? member.to : object.to - 1, insert };
}

interface MemberMatch {
  readonly object: SyntaxNode;
  readonly members: readonly Member[];
  readonly member: Member;
}

function findMember(path: string, { tree, text }: Source): MemberMatch | undefined {
  const name = parsePointer(path)?.at(-1);
  const { node, isExact } = followPointer(tree, text, toParentPointer(path));
  if (!node || !isExact || node.name !== "Object") return undefined;
  const members = listMembers(node, text);
  const member = members.find((candidate) => candidate.name === name);
  return member && { object: node, members, member };
}

function toParentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
}
