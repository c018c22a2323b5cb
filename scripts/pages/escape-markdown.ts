/** Escapes what Markdown would read as a tag, a link or emphasis, except in code between backticks. */
export function escapeMarkdown(text: string): string {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[<>[\]&\\_*]/g, "\\$&")))
    .join("`");
}
