/** Shows the diagnostic beside its place; one at a time is marked. */
export function showDiagnostic(index: number): void {
  for (const shown of document.querySelectorAll(".is-current")) shown.classList.remove("is-current");
  const item = document.getElementById(`diagnostic-${index}`);
  item?.classList.add("is-current");
  item?.scrollIntoView({ block: "nearest" });
}
