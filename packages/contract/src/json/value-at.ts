import { isJsonObject, type Json } from "./json.ts";
import { isIndex } from "./json-pointer.ts";

/**
 * The value at a path, through own members and existing items only; undefined if there is none.
 *
 * @example
 * valueAt(candidate, ["outputFields", "0", "type"]);
 */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(found)) found = isIndex(token) && Number(token) < found.length ? found[Number(token)] : undefined;
    else if (isJsonObject(found)) found = Object.hasOwn(found, token) ? found[token] : undefined;
    else return undefined;
  }
  return found;
}
