/** What was measured in the time since the sample before. */
export interface Sample {
  readonly minute: number;
  /** After a garbage collection. */
  readonly heapMb: number;
  readonly files: number;
  /** Of calls with a valid candidate. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly callsPerSecond: number;
}

/** Samples without the first sixth of the time, in which caches fill and code is compiled. */
export function warmSamples(samples: readonly Sample[], minutes: number): readonly Sample[] {
  return samples.filter(({ minute }) => minute > minutes / 6);
}

/** The slope of the line that fits best, by hour (least squares). No call may have passed in a short time. */
export function slopeOf(all: readonly Sample[], name: Exclude<keyof Sample, "minute">): number {
  const samples = all.filter((sample) => Number.isFinite(sample[name]));
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const x = mean(samples.map(({ minute }) => minute));
  const y = mean(samples.map((sample) => sample[name]));
  const products = samples.map((sample) => (sample.minute - x) * (sample[name] - y));
  return (60 * sum(products)) / sum(samples.map(({ minute }) => (minute - x) ** 2));
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}
