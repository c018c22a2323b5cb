import type { Json } from "@assay/contract";
import { setMember } from "./json.ts";
import { pathOf } from "./path-of.ts";

/** A list or an object whose end has not been read yet. */
export type Container =
  | { readonly kind: "list"; readonly value: Json[]; token: string | undefined }
  | { readonly kind: "object"; readonly value: Record<string, Json>; token: string | undefined };

/** Opens the container that a bracket or a brace begins; `token` names what is being read in it, if anything. */
export function openContainer(symbol: "[" | "{"): Container {
  return symbol === "[" ? { kind: "list", value: [], token: "0" } : { kind: "object", value: {}, token: undefined };
}

/** Puts the value just read where its container awaits it. */
export function putValue(container: Container, value: Json): void {
  if (container.kind === "list") container.value.push(value);
  else setMember(container.value, container.token ?? "", value);
  container.token = undefined;
}

/** The JSON Pointer of what is being read in the innermost of the open containers. */
export function pathIn(open: readonly Container[]): string {
  const tokens = open.map(({ token }) => token);
  const end = tokens.indexOf(undefined);
  return pathOf((end < 0 ? tokens : tokens.slice(0, end)) as readonly string[]);
}
