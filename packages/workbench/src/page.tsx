// The page: reads what the server wrote into it, starts the worker, and shows the workbench.
import "virtual:design-tokens.css";
import "./style/workbench.css";
import { render } from "preact";
import { createWorkbench } from "./create-workbench.ts";
import { createDraftStore } from "./draft-store.ts";
import { pageAddress } from "./page-address.ts";
import type { PageFacts } from "./page-facts.ts";
import { createService } from "./service.ts";
import { createSession } from "./session.ts";
import { workerStarter } from "./start-worker.ts";
import { App } from "./view/app.tsx";
import { restoreTheme } from "./view/theme.ts";

restoreTheme();
const facts = JSON.parse(document.getElementById("facts")?.textContent ?? "") as PageFacts;
const now = () => Date.now();
const request = (path: string, init: RequestInit) => fetch(path, init);
const session = createSession({ facts, startWorker: workerStarter(facts.worker), fetch: request, now });
const service = createService({ publicUrl: facts.publicUrl, fetch: request, now });
const workbench = createWorkbench({
  facts,
  session,
  service,
  drafts: createDraftStore(() => sessionStorage),
  fetch: request,
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  address: pageAddress,
});
const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(<App workbench={workbench} />, app);
}
addEventListener("hashchange", () => {
  if (location.hash !== "") void workbench.open();
});
await workbench.open();
