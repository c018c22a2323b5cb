import type { Signal } from "@preact/signals";

/** Shows the diagnostic beside its place, and tells a screen reader what it says; one at a time is marked. */
export function showDiagnostic(index: number, announcement: Signal<string>): void {
  for (const shown of document.querySelectorAll(".is-current")) shown.classList.remove("is-current");
  const item = document.getElementById(`diagnostic-${index}`);
  item?.classList.add("is-current");
  item?.scrollIntoView({ block: "nearest" });
  const said = (item?.querySelector(".message") ?? item)?.textContent ?? "";
  // Only what changes is announced, and the next place may be of the same diagnostic.
  announcement.value = said === announcement.value ? `${said}\u00a0` : said;
}
