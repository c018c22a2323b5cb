/** Writes a text so that HTML shows it as it is, between tags and in attributes. */
export function escapeHtml(text: string): string {
  const entities: { readonly [character: string]: string } = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
