import { formatLabels, formatMetric, formatRow } from "./format-metric.ts";

/** Counts durations in buckets, separately for each combination of labels. */
export interface Histogram {
  /** Counts a duration. The values are in the order of the labels; with an unknown value, nothing is counted. */
  observe(seconds: number, ...values: readonly string[]): void;
  lines(): readonly string[];
}

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** All values that each label can have, so that callers cannot add rows. */
  readonly labels: { readonly [name: string]: readonly string[] };
  /** The upper bounds of the buckets in seconds, in ascending order, without infinity. */
  readonly bounds: readonly number[];
}

/** Creates an empty histogram. All memory is allocated now, but a combination has no rows before its first duration. */
export function createHistogram({ name, help, labels, bounds }: HistogramOptions): Histogram {
  const allowedValues = Object.values(labels);
  const combinations = listCombinations(labels);
  const buckets = bounds.length + 1;
  const counts = new Float64Array(combinations.length * buckets);
  const sums = new Float64Array(combinations.length);

  function formatSeries(seriesLabels: string, series: number): readonly string[] {
    let count = 0;
    const rows = Array.from({ length: buckets }, (_, bucket) => {
      count += counts[series * buckets + bucket] ?? 0;
      const bound = `le="${bounds[bucket] ?? "+Inf"}"`;
      return formatRow(`${name}_bucket`, seriesLabels === "" ? bound : `${seriesLabels},${bound}`, count);
    });
    if (count === 0) return [];
    return [
      ...rows,
      formatRow(`${name}_sum`, seriesLabels, sums[series] ?? 0),
      formatRow(`${name}_count`, seriesLabels, count),
    ];
  }

  return {
    observe(seconds, ...values) {
      let series = 0;
      for (let label = 0; label < allowedValues.length; label += 1) {
        const allowed = allowedValues[label] ?? [];
        const index = allowed.indexOf(values[label] ?? "");
        if (index < 0) return;
        series = series * allowed.length + index;
      }
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
      const cell = series * buckets + bucket;
      counts[cell] = (counts[cell] ?? 0) + 1;
      sums[series] = (sums[series] ?? 0) + seconds;
    },
    lines: () => [...formatMetric(name, "histogram", help, []), ...combinations.flatMap(formatSeries)],
  };
}

function listCombinations(labels: HistogramOptions["labels"]): readonly string[] {
  let combinations: readonly { readonly [name: string]: string }[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    combinations = combinations.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value })));
  }
  return combinations.map(formatLabels);
}
