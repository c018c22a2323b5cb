import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLabels, formatMetric } from "./format-metric.ts";
import { createHistogram } from "./histogram.ts";

const options = { name: "a_seconds", help: "How long.", bounds: [0.1, 1] };

test("a bucket holds every duration up to its bound, and the last one holds all", () => {
  const histogram = createHistogram({ ...options, labels: { of: ["x", "y"], by: ["v", "w"] } });
  for (const seconds of [0, 0.1, 0.11, 1, 1.5]) histogram.observe(seconds, "y", "v");
  assert.deepEqual(histogram.lines(), [
    "# HELP a_seconds How long.",
    "# TYPE a_seconds histogram",
    'a_seconds_bucket{of="y",by="v",le="0.1"} 2',
    'a_seconds_bucket{of="y",by="v",le="1"} 4',
    'a_seconds_bucket{of="y",by="v",le="+Inf"} 5',
    'a_seconds_sum{of="y",by="v"} 2.71',
    'a_seconds_count{of="y",by="v"} 5',
  ]);
});

test("each combination of labels is counted apart, and an unknown one is not counted", () => {
  const histogram = createHistogram({ ...options, labels: { of: ["x", "y"], by: ["v", "w"] } });
  for (const one of ["x", "y"]) for (const by of ["v", "w"]) histogram.observe(1, one, by);
  histogram.observe(1, "stranger", "v");
  const counted = histogram.lines().filter((line) => line.startsWith("a_seconds_count"));
  assert.deepEqual(
    counted,
    ["x", "y"].flatMap((one) => ["v", "w"].map((by) => `a_seconds_count{of="${one}",by="${by}"} 1`)),
  );
});

test("a histogram without labels has rows without braces, except for its buckets", () => {
  const histogram = createHistogram({ ...options, labels: {} });
  histogram.observe(0.5);
  assert.deepEqual(histogram.lines().slice(2), [
    'a_seconds_bucket{le="0.1"} 0',
    'a_seconds_bucket{le="1"} 1',
    'a_seconds_bucket{le="+Inf"} 1',
    "a_seconds_sum 0.5",
    "a_seconds_count 1",
  ]);
});

test("a value cannot end its label or its line", () => {
  const [, , row] = formatMetric("a_total", "counter", "Some.", [[formatLabels({ of: 'a"b\\c\nd' }), 1]]);
  assert.equal(row, 'a_total{of="a\\"b\\\\c\\nd"} 1');
});
