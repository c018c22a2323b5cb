import { type Json, type JsonObject, unescapeToken } from "@assay/contract";

/** An operation of JSON Patch (RFC 6902) that golden cases use. */
export interface CaseEdit {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/**
 * Applies the edits of a golden case to a copy. `applyFix` of the engine refuses names such as `__proto__`, about which some
 * cases are. Edits that do not fit are a mistake in the case.
 */
export function editJson(document: Json, edits: readonly CaseEdit[] = []): Json {
  const holder: JsonObject = { root: structuredClone(document) } as never;
  for (const { op, path, from, value } of edits) {
    if (op === "move") put(holder, path, take(holder, from ?? ""), op);
    else if (op === "remove") take(holder, path);
    else put(holder, path, structuredClone(value ?? null), op);
  }
  return (holder as { readonly root: Json }).root;
}

function put(holder: JsonObject, path: string, value: Json, op: string): void {
  const { parent, token } = locate(holder, path);
  if (!Array.isArray(parent)) {
    // Not an assignment, which would set the prototype for `__proto__`.
    Object.defineProperty(parent, token, { value, enumerable: true, configurable: true, writable: true });
  } else if (op === "replace") parent[Number(token)] = value;
  else parent.splice(token === "-" ? parent.length : Number(token), 0, value);
}

function take(holder: JsonObject, path: string): Json {
  const { parent, token } = locate(holder, path);
  if (Array.isArray(parent)) return parent.splice(Number(token), 1)[0] ?? null;
  const value = memberOf(parent, token);
  Reflect.deleteProperty(parent, token);
  return value;
}

function locate(holder: JsonObject, path: string): { readonly parent: Json[] | JsonObject; readonly token: string } {
  const tokens = path.split("/").map(unescapeToken);
  tokens[0] = "root";
  const token = tokens.pop() ?? "";
  const parent = tokens.reduce<Json>(memberOf, holder);
  if (typeof parent !== "object" || parent === null) throw new TypeError(`An edit does not fit at ${path}.`);
  return { parent: parent as Json[] | JsonObject, token };
}

function memberOf(value: Json, token: string): Json {
  const found = typeof value === "object" && value !== null && Object.hasOwn(value, token);
  if (!found) throw new TypeError(`An edit does not fit at ${token}.`);
  return (value as JsonObject)[token] ?? null;
}
