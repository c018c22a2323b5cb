import type { Json, PatchOperation } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { utf8Length } from "../text/characters.ts";
import { composeFixes } from "./compose-fixes.ts";
import type { Edit } from "./propose-fix.ts";

/** The bytes of the largest patch of one fix. */
export const maxPatchBytes = 8_192;

// A larger array or object that is moved is tested by a part of it.
const maxTestedBytes = 256;

/** A patch and its size, which may be too large for a fix. */
interface SizedPatch {
  readonly patch: readonly PatchOperation[];
  readonly bytes: number;
}

/**
 * Edits as one patch that first tests every path for its submitted value, and what is overwritten or removed as a whole;
 * undefined if there is no such value.
 */
export function toPatch(edits: readonly Edit[], submitted: Json): SizedPatch | undefined {
  const guards = edits.flatMap((edit) => guardOf(edit, submitted));
  const changes = edits.flatMap(operationsOf);
  const [first] = guards;
  if (!first) return undefined;
  const whole = sized([...guards, ...changes]);
  // With many paths, one test is enough for moves: they fail where there is nothing, and keep what is there.
  return whole.bytes <= maxPatchBytes || edits.some(losesValue) ? whole : sized([first, ...changes]);
}

function losesValue({ kind }: Edit): boolean {
  return kind === "replace" || kind === "remove";
}

function sized(operations: readonly PatchOperation[]): SizedPatch {
  const patch = composeFixes([{ patch: operations }]);
  return { patch, bytes: utf8Length(JSON.stringify(patch)) };
}

function operationsOf(edit: Edit): readonly PatchOperation[] {
  const pointer = pointerOf(edit.path);
  switch (edit.kind) {
    case "replace":
      return [{ op: "replace", path: pointer, value: edit.value }];
    case "remove":
      return [{ op: "remove", path: pointer }];
    case "unwrap":
      return [{ op: "move", from: pointer, path: "" }];
    case "rename":
      return [{ op: "move", from: pointer, path: pointerOf([...edit.path.slice(0, -1), edit.to]) }];
    case "gather":
      return [
        { op: "add", path: pointer, value: {} },
        ...edit.names.map(
          (name): PatchOperation => ({
            op: "move",
            from: pointerOf(besideOf(edit.path, name)),
            path: pointerOf([...edit.path, name]),
          }),
        ),
      ];
  }
}

function besideOf(path: readonly string[], name: string): readonly string[] {
  return [...path.slice(0, -1), name];
}

function guardOf(edit: Edit, submitted: Json): readonly PatchOperation[] {
  const { kind, path } = edit;
  if (kind === "gather") return edit.names.flatMap((name) => guardInside(besideOf(path, name), submitted));
  if (!losesValue(edit)) return guardInside(path, submitted);
  const value = valueAt(submitted, path);
  return value === undefined ? [] : [{ op: "test", path: pointerOf(path), value }];
}

// A large value is tested by the first scalar inside it, whatever the order of its properties.
function guardInside(path: readonly string[], submitted: Json): readonly PatchOperation[] {
  const value = valueAt(submitted, path);
  if (value === undefined) return [];
  // A string has nothing inside to test instead; every other value of that size has.
  if (typeof value === "string" || isWithin(value, maxTestedBytes))
    return [{ op: "test", path: pointerOf(path), value }];
  const name = isObject(value) ? Object.keys(value).reduce((least, other) => (other < least ? other : least)) : "0";
  return guardInside([...path, name], submitted);
}

// Looks at no more of a large value than it takes to see that it is large.
function isWithin(value: Json, maxBytesOfValue: number): boolean {
  let least = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = typeof next === "object" && next !== null ? Object.values(next) : [];
    least += typeof next === "string" ? next.length : inner.length;
    if (least > maxBytesOfValue) return false;
    open.push(...inner);
  }
  return utf8Length(JSON.stringify(value)) <= maxBytesOfValue;
}
