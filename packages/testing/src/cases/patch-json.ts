import { type Json, type JsonObject, parsePointer } from "@assay/contract";

/** A JSON Patch operation (RFC 6902), limited to the operations that cases use. */
export type CaseEdit =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** Applies a JSON Patch to a copy of test data. Throws if an edit does not fit, which is a mistake in the case. */
export function patchJson(document: Json, edits: readonly CaseEdit[] = []): Json {
  const holder: Holder = { root: structuredClone(document) };
  for (const edit of edits) {
    if (edit.op === "remove") take(holder, edit.path);
    else if (edit.op === "move") put(holder, edit.path, take(holder, edit.from), "add");
    else put(holder, edit.path, structuredClone(edit.value), edit.op);
  }
  return holder.root;
}

type Holder = { root: Json };
type Slot = { parent: JsonObject | Json[]; token: string };

function put(holder: Holder, path: string, value: Json, op: "add" | "replace"): void {
  const { parent, token } = locate(holder, path);
  if (op === "replace") find(holder, path);
  if (!Array.isArray(parent)) {
    // An assignment would not create a member called `__proto__`, which is an ordinary name in test data.
    Object.defineProperty(parent, token, { value, enumerable: true, configurable: true, writable: true });
  } else if (op === "replace") parent[index(parent, token, path)] = value;
  else if (token === "-") parent.push(value);
  else parent.splice(token === String(parent.length) ? parent.length : index(parent, token, path), 0, value);
}

function take(holder: Holder, path: string): Json {
  const value = find(holder, path);
  const { parent, token } = locate(holder, path);
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else Reflect.deleteProperty(parent, token);
  return value;
}

function find(holder: Holder, path: string): Json {
  const { parent, token } = locate(holder, path);
  return step(parent, token, path);
}

function locate(holder: Holder, path: string): Slot {
  const tokens = ["root", ...(parsePointer(path) ?? fail(path))];
  const token = tokens.pop() ?? fail(path);
  let parent: Json = holder;
  for (const next of tokens) parent = step(parent, next, path);
  if (parent === null || typeof parent !== "object") return fail(path);
  return { parent: parent as JsonObject | Json[], token };
}

function step(value: Json, token: string, path: string): Json {
  if (Array.isArray(value)) return value[index(value, token, path)] as Json;
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, token)) return fail(path);
  return (value as JsonObject)[token] as Json;
}

function index(list: readonly Json[], token: string, path: string): number {
  return /^(0|[1-9][0-9]*)$/.test(token) && Number(token) < list.length ? Number(token) : fail(path);
}

function fail(path: string): never {
  throw new Error(`The edit does not fit the document at ${JSON.stringify(path)}.`);
}
