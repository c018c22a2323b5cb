const everyMs = 50;

/**
 * Tells twenty times a second how late the event loop runs a timer. Node's own `monitorEventLoopDelay` tells quantiles
 * since it was last reset, which neither several scrapers nor several instances can share.
 */
export function watchLoopDelay(onDelay: (seconds: number) => void): { stop(): void } {
  let dueAt = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    onDelay(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + everyMs;
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
