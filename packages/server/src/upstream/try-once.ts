/** How a trial ended, as far as it matters here. */
type Tried = { readonly kind: "ok" } | { readonly kind: "refused"; readonly cutShort?: true };

/**
 * Tries the same bytes only once: a refused document stays refused, and an origin without entity tags costs nothing. A
 * trial that was cut short says little about the document if the machine was busy, so it is repeated, but less and less
 * often, because the document itself may be the cause.
 */
export function tryOnce<Result extends Tried>(
  admit: (bytes: Uint8Array) => Promise<Result>,
): (bytes: Uint8Array) => Promise<Result> {
  let last: { readonly hash: string; readonly admitted: Result; readonly seen: number } | undefined;
  return async (bytes) => {
    // On another thread: a registry may have 16 MiB.
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
    const known = last?.hash === hash ? last : undefined;
    const seen = (known?.seen ?? 0) + 1;
    const cutShort = known?.admitted.kind === "refused" && known.admitted.cutShort === true;
    const admitted = known && !(cutShort && isDue(seen)) ? known.admitted : await admit(bytes);
    last = { hash, admitted, seen };
    return admitted;
  };
}

function isDue(seen: number): boolean {
  return seen <= 8 || Number.isInteger(Math.log2(seen));
}
