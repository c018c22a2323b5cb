/** How many milliseconds something takes: the least of some runs, because other work only ever adds to one. */
export function millisecondsOf(run: () => unknown, times = 1): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}
