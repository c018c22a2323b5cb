import type { DomainSource } from "./domain-source.ts";

/** Refreshes a source now and then until it is stopped; the next refresh is planned when the last one has ended. */
export function keepFresh(
  source: DomainSource,
  refreshSeconds: number,
): { readonly first: Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const once = async () => {
    await source.refresh();
    if (!stopped) timer = setTimeout(once, refreshSeconds * 1_000).unref();
  };
  return {
    first: once(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
