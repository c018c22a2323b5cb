// Computes the sizing table of docs/guides/run-a-fleet.md from measurements.

import { markdownTable } from "./markdown-table.ts";

/** The measured performance of each part on one processor; docs/explanation/scale.md describes the measurements. */
const measured = {
  instance: { callsPerSecond: 1_300, megabytes: 395 },
  store: { microsecondsPerCall: 33 },
  proxy: { millisecondsPerCall: 0.09 },
};

const kilobytesPerCall = 9;

/** The planned load of every part, as a fraction of its capacity. */
const maxLoad = 0.6;

/** Computes what a fleet needs for a rate of calls. */
function planFleet(callsPerSecond: number) {
  const instances = Math.max(2, Math.ceil(callsPerSecond / (measured.instance.callsPerSecond * maxLoad)));
  return {
    instances,
    gigabytes: (instances * measured.instance.megabytes) / 1_000,
    masters: Math.ceil((callsPerSecond * measured.store.microsecondsPerCall) / 1e6 / maxLoad),
    proxyThreads: Math.ceil((callsPerSecond * measured.proxy.millisecondsPerCall) / 1_000 / maxLoad),
    gigabitsPerSecond: (callsPerSecond * kilobytesPerCall * 8) / 1e6,
  };
}

/** Replaces the sizing table in a text, between `<!-- plan -->` and `<!-- end of plan -->`. */
export function replacePlan(text: string): string {
  const table = sizingTable([10, 100, 1_000, 10_000, 100_000]);
  return text.replace(/(<!-- plan -->\n)[\s\S]*?(\n<!-- end of plan -->)/g, `$1\n${table}\n$2`);
}

function sizingTable(rates: readonly number[]): string {
  const head = [
    "Calls a second",
    "Instances",
    "Their memory",
    "Redis masters",
    "HAProxy threads",
    "Network into HAProxy, and into all instances",
  ];
  const rows = rates.map((rate) => {
    const { instances, gigabytes, masters, proxyThreads, gigabitsPerSecond } = planFleet(rate);
    const network =
      gigabitsPerSecond < 1
        ? `${formatNumber(gigabitsPerSecond * 1_000)} Mbit/s`
        : `${formatNumber(gigabitsPerSecond)} Gbit/s`;
    return [
      ...[rate, instances].map(formatNumber),
      `${formatNumber(gigabytes)} GB`,
      ...[masters, proxyThreads].map(formatNumber),
      network,
    ];
  });
  return markdownTable(head, rows);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}
