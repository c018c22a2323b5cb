import type { Json } from "@assay/contract";
import { setMember } from "./json.ts";
import { toVisiblePointer } from "./pointer.ts";

/** An array or object whose end has not been read yet, with the item or member that is being read, if any. */
export type Container =
  | { readonly kind: "list"; readonly value: Json[]; isInItem: boolean }
  | { readonly kind: "object"; readonly value: Record<string, Json>; token: string | undefined };

/** Creates the container for an opening bracket or brace. */
export function openContainer(symbol: "[" | "{"): Container {
  return symbol === "[" ? { kind: "list", value: [], isInItem: true } : { kind: "object", value: {}, token: undefined };
}

/** Adds the value that was just read to its container. */
export function putValue(container: Container, value: Json): void {
  if (container.kind === "list") {
    container.value.push(value);
    container.isInItem = false;
  } else {
    setMember(container.value, container.token ?? "", value);
    container.token = undefined;
  }
}

/** Finds the JSON Pointer of the item or member being read in the innermost open container. */
export function findPointer(open: readonly Container[]): string {
  const path: string[] = [];
  for (const container of open) {
    const token = findToken(container);
    if (token === undefined) break;
    path.push(token);
  }
  return toVisiblePointer(path);
}

function findToken(container: Container): string | undefined {
  if (container.kind === "object") return container.token;
  return container.isInItem ? String(container.value.length) : undefined;
}
