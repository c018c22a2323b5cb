// The rules view: reads what the server wrote into it, starts the worker, and shows the view.
import "virtual:design-tokens.css";
import "../style/workbench.css";
import "../style/rules.css";
import { createDraftStore } from "../draft/draft-store.ts";
import { workerStarter } from "../engine/start-worker.ts";
import { pageAddress } from "../page/page-address.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { saveFile } from "../page/save-file.ts";
import { showPage } from "../page/show-page.ts";
import { restoreTheme } from "../page/theme.ts";
import { platformTimers } from "../session/timers.ts";
import { createRulesView } from "./create-rules-view.ts";
import { createRulesSession } from "./session.ts";
import { RulesApp } from "./view/app.tsx";

restoreTheme();
const facts = JSON.parse(document.getElementById("facts")?.textContent ?? "") as PageFacts;
const request = (path: string, init: RequestInit) => fetch(path, init);
const session = createRulesSession({
  startWorker: workerStarter(facts.worker),
  fetch: request,
  now: () => Date.now(),
  timers: platformTimers,
});
const view = createRulesView({
  facts,
  session,
  packages: createDraftStore(() => sessionStorage, "assay-rules"),
  drafts: createDraftStore(() => sessionStorage),
  fetch: request,
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  saveFile,
  address: pageAddress,
});
await showPage(<RulesApp view={view} />, view.open);
