import type { Draft } from "./draft-store.ts";
import { fetchExample, type OpenedExample } from "./fetch-example.ts";
import type { PageFacts } from "./page-facts.ts";
import { readFragment } from "./share/read-fragment.ts";

/** What the fragment of the address leads to. */
export type OpenedLink =
  | { readonly kind: "none" }
  | { readonly kind: "draft"; readonly draft: Draft }
  | ({ readonly kind: "example" } & OpenedExample)
  | { readonly kind: "unreadable"; readonly reason: string };

/** Opens a fragment: a draft that somebody shared (`#1.…`), or the example of a diagnostic (`#example.field.missing`). */
export async function openLink(
  fragment: string,
  {
    facts,
    fetch,
  }: { readonly facts: PageFacts; readonly fetch: (path: string, init: RequestInit) => Promise<Response> },
): Promise<OpenedLink> {
  if (!fragment.startsWith("#example.")) return await readFragment(fragment);
  const code = /^#example\.([a-z.-]{1,64})$/.exec(fragment)?.[1];
  if (code === undefined) return { kind: "unreadable", reason: "There is no example of this name." };
  return await fetchExample(code, facts.examples, fetch);
}
