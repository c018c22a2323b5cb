/** Formats a Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [formatLine(head), formatLine(head.map(() => "---")), ...rows.map(formatLine)].join("\n");
}
