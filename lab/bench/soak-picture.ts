import type { Sample, Soak } from "./soak-samples.ts";

interface Line {
  readonly name: Exclude<keyof Sample, "minute">;
  readonly label: string;
  readonly color: "one" | "two";
}

interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const panels: readonly Panel[] = [
  {
    title: "Memory after a garbage collection, MiB",
    lines: [{ name: "heapMb", label: "", color: "one" }],
  },
  { title: "Open files and sockets", lines: [{ name: "files", label: "", color: "one" }] },
  {
    title: "Time of a valid candidate, ms",
    lines: [
      { name: "p50Ms", label: "median", color: "one" },
      { name: "p99Ms", label: "p99", color: "two" },
    ],
  },
  { title: "Calls a second", lines: [{ name: "callsPerSecond", label: "", color: "one" }] },
];

const [width, left, right] = [720, 52, 64];
const [panelHeight, titleHeight, plotHeight, footer] = [118, 24, 78, 26];

/** Draws the samples of a soak, for pages with light and dark background. */
export function soakPicture({ minutes, samples }: Soak): string {
  const height = panels.length * panelHeight + footer;
  const x = (minute: number) => left + (minute / minutes) * (width - left - right);
  const title = `Memory, open files, times and calls of an instance over ${minutes} minutes of faults`;
  const stepMinutes = [1, 2, 5, 10, 20].find((step) => minutes / step <= 10) ?? 60;
  const ticks = Array.from({ length: Math.floor(minutes / stepMinutes) + 1 }, (_, index) => index * stepMinutes);
  const labels = ticks.map((minute) => text(x(minute), height - 8, `${minute} min`, "middle"));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>
  svg { --page: #fff; --text: #1f2328; --weak: #59636e; --grid: #d1d9e0; --one: #0969da; --two: #bc4c00; }
  @media (prefers-color-scheme: dark) { svg { --page: #101114; --text: #e9e9e6; --weak: #a6abb3; --grid: #30363d; --one: #8fbdf3; --two: #f0c05a; } }
  text { font: 12px system-ui, sans-serif; fill: var(--weak); }
  .title { font-weight: 600; fill: var(--text); }
  polyline { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
  .grid { stroke: var(--grid); }
</style>
<rect width="100%" height="100%" rx="10" style="fill: var(--page)"/>
${panels.map((panel, index) => drawPanel(panel, index * panelHeight, samples, x)).join("\n")}
${labels.join("")}
</svg>
`;
}

// From 0, so that a line that looks level is level.
function drawPanel({ title, lines }: Panel, top: number, samples: readonly Sample[], x: (minute: number) => number) {
  const values = samples.flatMap((sample) => lines.map(({ name }) => sample[name])).filter(Number.isFinite);
  const most = roundedUp(Math.max(1, ...values));
  const bottom = top + titleHeight + plotHeight;
  const y = (value: number) => bottom - (value / most) * plotHeight;
  const grid = [0, most / 2, most].map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}"/>${text(left - 6, y(value) + 4, String(value), "end")}`,
  );
  const drawn = lines.map(({ name, label, color }) => {
    const known = samples.filter((sample) => Number.isFinite(sample[name]));
    const points = known.map((sample) => `${x(sample.minute).toFixed(1)},${y(sample[name]).toFixed(1)}`);
    const last = known.at(-1);
    const end = last ? text(x(last.minute) + 6, y(last[name]) + 4, label, "start") : "";
    return `<polyline style="stroke: var(--${color})" points="${points.join(" ")}"/>${end}`;
  });
  return `<text class="title" x="${left}" y="${top + titleHeight - 8}">${title}</text>\n${grid.join("")}\n${drawn.join("\n")}`;
}

/** The next of 1, 2, 4, 6, 8 and 10 times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((factor) => factor * power >= value) ?? 10) * power;
}

function text(x: number, y: number, content: string, anchor: "start" | "middle" | "end"): string {
  return content === ""
    ? ""
    : `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${content}</text>`;
}
