import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/** What a soak has to tell so far. */
export interface Soak {
  readonly minutes: number;
  /** Calls a second, as measured at the beginning. */
  readonly capacity: number;
  readonly callsPerSecond: number;
  readonly calls: number;
  readonly unexpected: number;
  readonly lost: number;
  /** How often each fault began, and each task of operators. */
  readonly begun: { readonly [name: string]: number };
  readonly samples: readonly Sample[];
}

const file = join(import.meta.dirname, "../soak-samples.jsonl");

/** Writes a line about all of it, and one for each sample. */
export function writeSoak({ samples, ...soak }: Soak): void {
  writeFileSync(file, [soak, ...samples].map((line) => `${JSON.stringify(line)}\n`).join(""));
}

export function readSoak(): Soak {
  const [soak, ...samples] = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { ...soak, samples };
}

/** Samples without the first sixth of the time, in which caches fill and code is compiled. */
export function warmSamples({ minutes, samples }: Pick<Soak, "minutes" | "samples">): readonly Sample[] {
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
