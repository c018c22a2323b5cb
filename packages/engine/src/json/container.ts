import type { Json } from "@assay/contract";
import { setMember } from "./json.ts";
import { toVisiblePointer } from "./pointer.ts";

/** An array or an object whose end has not been read yet, and what is being read in it, if anything. */
export type Container =
  | { readonly kind: "list"; readonly value: Json[]; isInItem: boolean }
  | { readonly kind: "object"; readonly value: Record<string, Json>; token: string | undefined };

/** Opens the container that a bracket or a brace begins. */
export function openContainer(symbol: "[" | "{"): Container {
  return symbol === "[" ? { kind: "list", value: [], isInItem: true } : { kind: "object", value: {}, token: undefined };
}

/** Adds the value just read to its container. */
export function putValue(container: Container, value: Json): void {
  if (container.kind === "list") {
    container.value.push(value);
    container.isInItem = false;
  } else {
    setMember(container.value, container.token ?? "", value);
    container.token = undefined;
  }
}

/** The JSON Pointer of what is being read in the innermost of the open containers. */
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
