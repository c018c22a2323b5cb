// The page's script: reads the configuration that the server wrote into the page, and starts the workbench.
import "virtual:design-tokens.css";
import "./style/workbench.css";
import { render } from "preact";
import { createDraftStore } from "./draft/draft-store.ts";
import { createWorkerStarter } from "./engine/create-worker-starter.ts";
import type { PageConfig } from "./page/page-config.ts";
import { restoreTheme } from "./page/theme.ts";
import { createSession } from "./session/session.ts";
import { App } from "./view/app.tsx";
import { createWorkbench } from "./workbench/create-workbench.ts";
import { createService } from "./workbench/service.ts";

restoreTheme();
const config = JSON.parse(document.getElementById("page-data")?.textContent ?? "") as PageConfig;
const now = () => Date.now();
const request = (path: string, init: RequestInit) => fetch(path, init);
const session = createSession({ config, startWorker: createWorkerStarter(config.worker), fetch: request, now });
const service = createService({ publicUrl: config.publicUrl, fetch: request, now });
const workbench = createWorkbench({
  config,
  session,
  service,
  drafts: createDraftStore(() => sessionStorage),
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  saveFile,
});
for (const event of ["visibilitychange", "focus"]) addEventListener(event, session.checkForNewRules);
acceptDroppedFiles((file) => void workbench.openFile(file));
const app = document.getElementById("app");
app?.replaceChildren();
if (app) render(<App workbench={workbench} />, app);
// A page that the back button restores from memory can have an older draft than this tab has saved since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
workbench.open();

/** Opens a file that is dropped anywhere on the page, before the editor can insert its content into the text. */
function acceptDroppedFiles(open: (file: File) => void): void {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener(
    "drop",
    (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      open(file);
    },
    { capture: true },
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After this delay, the browser has certainly started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
