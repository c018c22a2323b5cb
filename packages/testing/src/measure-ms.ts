/** Measures the milliseconds that a function takes: the minimum of several runs, because other work only adds time. */
export function measureMs(run: () => unknown, times = 1): number {
  let minMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    run();
    minMs = Math.min(minMs, performance.now() - start);
  }
  return minMs;
}
