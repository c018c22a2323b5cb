import type { Json, PatchOperation } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { composeFixes } from "./compose-fixes.ts";
import type { Edit } from "./propose-fix.ts";

const mostBytes = 1_024;

/** Edits as one guarded patch: every place is tested for its submitted value first. None when it would be too large. */
export function toPatch(edits: readonly Edit[], submitted: Json): readonly PatchOperation[] | undefined {
  const guards = edits.flatMap((edit) => guardOf(edit, submitted));
  const changes = edits.map(operationOf);
  const [first] = guards;
  if (!first) return undefined;
  // With many places, the first one stands for all: replace, remove and move fail where there is nothing.
  for (const tests of [guards, [first]]) {
    const patch = composeFixes([{ patch: [...tests, ...changes] }]);
    if (utf8Length(JSON.stringify(patch)) <= mostBytes) return patch;
  }
  return undefined;
}

function operationOf(edit: Edit): PatchOperation {
  const path = pointerOf(edit.tokens);
  switch (edit.kind) {
    case "replace":
      return { op: "replace", path, value: edit.value };
    case "remove":
      return { op: "remove", path };
    case "rename":
      return { op: "move", from: path, path: pointerOf([...edit.tokens.slice(0, -1), edit.to]) };
  }
}

function guardOf({ kind, tokens }: Edit, submitted: Json): readonly PatchOperation[] {
  const value = valueAt(submitted, tokens);
  // Where an item is removed the next one takes its place, and may begin alike: it is guarded as a whole.
  const isItem = kind === "remove" && Array.isArray(valueAt(submitted, tokens.slice(0, -1)));
  return isItem && value !== undefined
    ? [{ op: "test", path: pointerOf(tokens), value }]
    : guardInside(tokens, submitted);
}

// A large value is guarded by the first scalar inside it.
function guardInside(tokens: readonly string[], submitted: Json): readonly PatchOperation[] {
  const value = valueAt(submitted, tokens);
  if (value === undefined) return [];
  // A text has nothing inside to guard it by: whether the patch is too large with it is seen at the end.
  const share = typeof value === "string" ? mostBytes : mostBytes / 4;
  if (isWithin(value, share)) return [{ op: "test", path: pointerOf(tokens), value }];
  const [name] = isObject(value) || Array.isArray(value) ? Object.keys(value) : [];
  return name === undefined ? [] : guardInside([...tokens, name], submitted);
}

// Looks at no more of a large value than it takes to see that it is large.
function isWithin(value: Json, mostBytesOfIt: number): boolean {
  let least = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = typeof next === "object" && next !== null ? Object.values(next) : [];
    least += typeof next === "string" ? next.length : inner.length;
    if (least > mostBytesOfIt) return false;
    open.push(...inner);
  }
  return utf8Length(JSON.stringify(value)) <= mostBytesOfIt;
}
