/** How many milliseconds something takes: the least of some runs, because other work only ever adds to one. */
export function measureMs(run: () => unknown, times = 1): number {
  let minMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const begin = performance.now();
    run();
    minMs = Math.min(minMs, performance.now() - begin);
  }
  return minMs;
}
