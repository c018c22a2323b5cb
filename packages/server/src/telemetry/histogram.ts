import { formatLabels, formatMetric, formatRow } from "./format-metric.ts";

/** Durations, counted in buckets for each combination of labels. */
export interface Histogram {
  /** Counts one duration. The values are in the order of the labels; a value that no label has is not counted. */
  observe(seconds: number, ...values: readonly string[]): void;
  lines(): readonly string[];
}

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** All values that each label can have: nothing that a caller sends can add a row. */
  readonly labels: { readonly [name: string]: readonly string[] };
  /** The upper bounds of the buckets in seconds, in ascending order, without infinity. */
  readonly bounds: readonly number[];
}

/** Creates an empty histogram. It takes all of its memory now, and a combination has rows once it was counted. */
export function createHistogram({ name, help, labels, bounds }: HistogramOptions): Histogram {
  const known = Object.values(labels);
  const texts = listCombinations(labels);
  const buckets = bounds.length + 1;
  const counts = new Float64Array(texts.length * buckets);
  const sums = new Float64Array(texts.length);

  function formatSeries(labelsOfRow: string, series: number): readonly string[] {
    let count = 0;
    const rows = Array.from({ length: buckets }, (_, bucket) => {
      count += counts[series * buckets + bucket] ?? 0;
      const within = `le="${bounds[bucket] ?? "+Inf"}"`;
      return formatRow(`${name}_bucket`, labelsOfRow === "" ? within : `${labelsOfRow},${within}`, count);
    });
    if (count === 0) return [];
    return [
      ...rows,
      formatRow(`${name}_sum`, labelsOfRow, sums[series] ?? 0),
      formatRow(`${name}_count`, labelsOfRow, count),
    ];
  }

  return {
    observe(seconds, ...values) {
      let series = 0;
      for (let label = 0; label < known.length; label += 1) {
        const all = known[label] ?? [];
        const index = all.indexOf(values[label] ?? "");
        if (index < 0) return;
        series = series * all.length + index;
      }
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
      const at = series * buckets + bucket;
      counts[at] = (counts[at] ?? 0) + 1;
      sums[series] = (sums[series] ?? 0) + seconds;
    },
    lines: () => [...formatMetric(name, "histogram", help, []), ...texts.flatMap(formatSeries)],
  };
}

function listCombinations(labels: HistogramOptions["labels"]): readonly string[] {
  let combinations: readonly { readonly [name: string]: string }[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    combinations = combinations.flatMap((one) => values.map((value) => ({ ...one, [label]: value })));
  }
  return combinations.map(formatLabels);
}
