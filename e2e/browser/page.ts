// A page with a strict policy: it may not generate code itself, and starts no worker but those named here.
import type { FromWorker } from "./worker.ts";

declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL(name: string): string },
  ): { createScriptURL(name: string): string };
};

const scripts = ["worker.js"];
const policy = trustedTypes.createPolicy("assay-worker", {
  createScriptURL: (name) => (scripts.includes(name) ? `/${name}` : refuse(name)),
});

show("page", `eval in this page: ${attemptEval()}`);
const inputs = await (await fetch("/cases.json")).json();
const begin = performance.now();
const worker = new Worker(policy.createScriptURL("worker.js"), { type: "module" });
worker.addEventListener("error", (event) => show("engine", `failed: ${event.message}`));
worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (data.kind === "failed") return show("engine", `failed: ${data.reason}`);
  show("answers", JSON.stringify(data.answers));
  show("engine", `${data.answers.length} golden cases answered in ${seconds} s`);
});
worker.postMessage(inputs);

function attemptEval(): string {
  try {
    return `allowed, ${new Function("return 1 + 1")()}`;
  } catch (error) {
    return `blocked, ${(error as Error).name}`;
  }
}

function show(id: string, text: string): void {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
}

function refuse(name: string): never {
  throw new TypeError(`No worker of this page: ${name}`);
}
