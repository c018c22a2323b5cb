import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLabels, formatMetric } from "./format-metric.ts";
import { createHistogram } from "./histogram.ts";

const options = { name: "a_seconds", help: "How long.", bounds: [0.1, 1] };

test("counts durations up to the bound of each bucket, and all durations in the last bucket", () => {
  const histogram = createHistogram({ ...options, labels: { kind: ["x", "y"], via: ["v", "w"] } });
  for (const seconds of [0, 0.1, 0.11, 1, 1.5]) histogram.observe(seconds, "y", "v");
  assert.deepEqual(histogram.lines(), [
    "# HELP a_seconds How long.",
    "# TYPE a_seconds histogram",
    'a_seconds_bucket{kind="y",via="v",le="0.1"} 2',
    'a_seconds_bucket{kind="y",via="v",le="1"} 4',
    'a_seconds_bucket{kind="y",via="v",le="+Inf"} 5',
    'a_seconds_sum{kind="y",via="v"} 2.71',
    'a_seconds_count{kind="y",via="v"} 5',
  ]);
});

test("counts each combination of labels separately, and ignores an unknown combination", () => {
  const histogram = createHistogram({ ...options, labels: { kind: ["x", "y"], via: ["v", "w"] } });
  for (const kind of ["x", "y"]) for (const via of ["v", "w"]) histogram.observe(1, kind, via);
  histogram.observe(1, "unknown", "v");
  const counted = histogram.lines().filter((line) => line.startsWith("a_seconds_count"));
  assert.deepEqual(
    counted,
    ["x", "y"].flatMap((kind) => ["v", "w"].map((via) => `a_seconds_count{kind="${kind}",via="${via}"} 1`)),
  );
});

test("writes the sum and the count without braces if a histogram has no labels", () => {
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

test("escapes a label value so that it cannot end its label or its line", () => {
  const [, , row] = formatMetric("a_total", "counter", "Some.", [[formatLabels({ kind: 'a"b\\c\nd' }), 1]]);
  assert.equal(row, 'a_total{kind="a\\"b\\\\c\\nd"} 1');
});
