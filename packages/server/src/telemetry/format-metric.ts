/** The labels of a row as text: `operation="buildProposal",via="http"`. */
export function formatLabels(labels: { readonly [name: string]: string }): string {
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`))}"`,
    )
    .join(",");
}

/** A metric with its rows, each the text of its labels and a value, in the Prometheus text format. */
export function formatMetric(
  name: string,
  kind: "counter" | "gauge" | "histogram",
  help: string,
  rows: Iterable<readonly [labels: string, value: number]>,
): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...[...rows].map((row) => formatRow(name, ...row))];
}

/** A row of a metric; a histogram has rows with several names. */
export function formatRow(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${value}`;
}
