/** Formats the labels of a row, such as `operation="buildProposal",via="http"`. */
export function formatLabels(labels: { readonly [name: string]: string }): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`))}"`)
    .join(",");
}

/** Formats a metric and its rows in the Prometheus text format. Each row has its formatted labels and a value. */
export function formatMetric(
  name: string,
  kind: "counter" | "gauge" | "histogram",
  help: string,
  rows: Iterable<readonly [labels: string, value: number]>,
): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...[...rows].map((row) => formatRow(name, ...row))];
}

/** Formats one row of a metric. The rows of a histogram have several names. */
export function formatRow(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${value}`;
}
