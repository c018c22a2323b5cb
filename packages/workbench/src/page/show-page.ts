import { type ComponentChild, render } from "preact";

/** Shows a page in place of what the server wrote, and opens what its address names, now and when that changes. */
export async function showPage(page: ComponentChild, open: () => Promise<void>): Promise<void> {
  const app = document.getElementById("app");
  app?.replaceChildren();
  if (app) render(page, app);
  addEventListener("hashchange", () => void open());
  // The browser's back button can revive a page as it was left, with an older draft than a later page of this tab has saved.
  let left: string | undefined;
  addEventListener("pagehide", () => {
    left = keptInTab();
  });
  addEventListener("pageshow", () => {
    if (left !== undefined && left !== keptInTab()) location.reload();
  });
  await open();
}

function keptInTab(): string {
  try {
    return JSON.stringify(sessionStorage);
  } catch {
    // The browser forbids storage.
    return "";
  }
}
