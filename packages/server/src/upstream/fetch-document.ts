/** What an origin answered. */
export type Fetched =
  | { readonly kind: "new"; readonly bytes: Uint8Array; readonly etag: string | undefined }
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly reason: string };

export interface FetchOptions {
  readonly url: string;
  /** Of the copy at hand. */
  readonly etag?: string | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Fetches one document of a configured origin: no redirects, no more bytes than allowed. */
export async function fetchDocument({ url, etag, maxBytes, signal }: FetchOptions): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal,
      headers: { accept: "application/json", ...(etag === undefined ? {} : { "if-none-match": etag }) },
    });
    if (response.status === 304 && etag !== undefined) return { kind: "same" };
    if (response.status !== 200) {
      await response.body?.cancel();
      return { kind: "failed", reason: `status ${response.status}` };
    }
    const bytes = await readCapped(response, maxBytes);
    if (bytes === undefined) return { kind: "failed", reason: `more than ${maxBytes} bytes` };
    return { kind: "new", bytes, etag: response.headers.get("etag") ?? undefined };
  } catch (reason) {
    return { kind: "failed", reason: describe(reason) };
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function describe(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return reason.cause instanceof Error ? `${reason.message}: ${reason.cause.message}` : reason.message;
}
