// The page: reads what the server wrote into it, starts the worker, and shows the workbench.
import "virtual:design-tokens.css";
import "./style/workbench.css";
import { createDraftStore } from "./draft/draft-store.ts";
import { workerStarter } from "./engine/start-worker.ts";
import { pageAddress } from "./page/page-address.ts";
import type { PageFacts } from "./page/page-facts.ts";
import { saveFile } from "./page/save-file.ts";
import { showPage } from "./page/show-page.ts";
import { takeFiles } from "./page/take-files.ts";
import { restoreTheme } from "./page/theme.ts";
import { createSession } from "./session/session.ts";
import { App } from "./view/app.tsx";
import { createWorkbench } from "./workbench/create-workbench.ts";
import { createService } from "./workbench/service.ts";

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
  saveFile,
  address: pageAddress,
});
for (const event of ["visibilitychange", "focus"]) addEventListener(event, session.refresh);
takeFiles((file) => void workbench.openFile(file));
await showPage(<App workbench={workbench} />, workbench.open);
