import { type ComponentChild, render } from "preact";

/** Shows a page in place of what the server wrote, and opens what its address names, now and when that changes. */
export async function showPage(page: ComponentChild, open: () => Promise<void>): Promise<void> {
  const app = document.getElementById("app");
  app?.replaceChildren();
  if (app) render(page, app);
  addEventListener("hashchange", () => {
    if (location.hash !== "") void open();
  });
  await open();
}
