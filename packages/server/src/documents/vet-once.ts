/** How vetting ended, as far as it matters here. */
type Vetted = { readonly kind: "ok" } | { readonly kind: "refused"; readonly cutShort?: true };

/**
 * Vets the same bytes only once: a refused document stays refused, and an origin without entity tags costs nothing. Vetting
 * that was cut short says little about the document if the machine was busy, so it is repeated, but less and less
 * often, because the document itself may be the cause.
 */
export function vetOnce<Result extends Vetted>(
  vet: (bytes: Uint8Array) => Promise<Result>,
): (bytes: Uint8Array) => Promise<Result> {
  let last: { readonly hash: string; readonly vetted: Result; readonly seen: number } | undefined;
  return async (bytes) => {
    // On another thread: a registry may have 16 MiB.
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
    const known = last?.hash === hash ? last : undefined;
    const seen = (known?.seen ?? 0) + 1;
    const cutShort = known?.vetted.kind === "refused" && known.vetted.cutShort === true;
    const vetted = known && !(cutShort && isDue(seen)) ? known.vetted : await vet(bytes);
    last = { hash, vetted, seen };
    return vetted;
  };
}

function isDue(seen: number): boolean {
  return seen <= 8 || Number.isInteger(Math.log2(seen));
}
