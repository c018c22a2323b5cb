/** The bytes of a public document, or why there are none. */
export type FetchedPublic =
  | { readonly kind: "ok"; readonly bytes: Uint8Array }
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly status?: number;
      /** When to try again, if the service says so. */
      readonly retryAfterSeconds?: number;
    };

const timeoutMs = 30_000;

/** An address at the service itself. Those in its answers are of the outside world, and it may have been reached at another one. */
export function urlAt(service: string, path: string): URL {
  return new URL(path, service.endsWith("/") ? service : `${service}/`);
}

/** Fetches a public document, without a key. */
export async function fetchPublic(url: URL, maxBytes: number, signal: AbortSignal): Promise<FetchedPublic> {
  try {
    const answer = await fetch(url, {
      redirect: "error",
      headers: { accept: "application/schema+json, application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { status } = answer;
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
      const again = seconds >= 0 && seconds <= 120 ? { retryAfterSeconds: seconds } : {};
      return { kind: "failed", reason: `the status is ${status}`, status, ...again };
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size > maxBytes) return { kind: "failed", reason: "the answer is too large", status };
      parts.push(part);
    }
    return { kind: "ok", bytes: Buffer.concat(parts) };
  } catch (reason) {
    if (signal.aborted) throw reason;
    return { kind: "failed", reason: (reason as Error).message };
  }
}
