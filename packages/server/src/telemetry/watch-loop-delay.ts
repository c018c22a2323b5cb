const intervalMs = 50;

/**
 * Measures twenty times a second how late the event loop runs a timer. Node's own `monitorEventLoopDelay` reports
 * quantiles since its last reset, which several scrapers cannot share, and which cannot be combined across instances.
 */
export function watchLoopDelay(onDelay: (seconds: number) => void): { stop(): void } {
  let dueAt = performance.now() + intervalMs;
  const timer = setInterval(() => {
    const now = performance.now();
    onDelay(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + intervalMs;
  }, intervalMs).unref();
  return { stop: () => clearInterval(timer) };
}
