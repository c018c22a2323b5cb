import type { DecodedDraft } from "./share-link.ts";

/** Reads the fragment of an address. What does so loads only for an address that may hold a draft. */
export async function readFragment(fragment: string): Promise<DecodedDraft> {
  if (!/^#?[0-9]/.test(fragment)) return { kind: "none" };
  const loaded = await import("./share-link.ts").catch(() => undefined);
  if (loaded) return loaded.decodeDraft(fragment);
  return { kind: "unreadable", reason: "The draft in this link could not be read. Reload the page to try again." };
}
