import type { Registry } from "@assay/contract";
import type { BuildOutcome, ReadJson } from "@assay/engine";
import type { Browser, Page } from "playwright-core";

/** What the worker of the page says of a text. */
type WorkerVerdict =
  | { readonly kind: "unreadable"; readonly problem: ReadJson }
  | {
      readonly kind: "verdict";
      readonly built: BuildOutcome;
      readonly ownerReview?: string;
      readonly revision?: string;
      readonly ms: number;
    };

/** The built worker of the page in a browser, spoken to as the page speaks to it. */
export interface PageWorker {
  useRules(current: Uint8Array, next?: Uint8Array): Promise<void>;
  /** Checks a text. */
  check(text: string): Promise<WorkerVerdict>;
  /** Checks a text with a registry. */
  checkWith(text: string, registry: Registry): Promise<WorkerVerdict>;
}

/** Opens an empty page of a service in Chromium and starts the worker of its workbench there. */
export async function openPageWorker(
  browser: Browser,
  origin: string,
  script: string,
): Promise<PageWorker & { readonly page: Page }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(180_000);
  const body = workerPage(script);
  await page.route("**/worker-of-a-test", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${origin}/worker-of-a-test`);
  return { page, ...(await talkToWorker((expression) => page.evaluate(expression))) };
}

/** A page that starts the worker, without a policy of its own. */
function workerPage(script: string): string {
  return `<!doctype html><title>worker</title><script type="module">${harness(script)}</script>`;
}

/** Talks to the worker of a page that was opened. */
async function talkToWorker(evaluate: (expression: string) => Promise<unknown>): Promise<PageWorker> {
  const ask = async (messages: readonly object[], kinds: readonly string[]) => {
    const answer = await evaluate(`globalThis.ask(${JSON.stringify(messages)}, ${JSON.stringify(kinds)})`);
    return JSON.parse(answer as string);
  };
  await ask([], ["loaded"]);
  let rules = 0;
  let turn = 0;

  async function check(text: string, before: readonly object[] = []): Promise<WorkerVerdict> {
    turn += 1;
    return (await ask([...before, { kind: "check", turn, text }], ["checked"])).result;
  }

  return {
    async useRules(current, next) {
      rules += 1;
      const message = { kind: "rules", rules, current: hexOf(current), ...(next && { next: hexOf(next) }) };
      const answer = await ask([message], ["rules-ready", "rules-failed"]);
      if (answer.kind !== "rules-ready") throw new Error(answer.reason);
    },
    check,
    checkWith(text, registry) {
      const bytes = hexOf(new TextEncoder().encode(JSON.stringify(registry)));
      return check(text, [{ kind: "registry", bytes }]);
    },
  };
}

// Answers leave the page as JSON text, so that the order of members is kept.
function harness(script: string): string {
  return `
    const worker = new Worker(${JSON.stringify(script)}, { type: "module" });
    const received = [];
    let heard = () => {};
    worker.onmessage = ({ data }) => { received.push(data); heard(); };
    worker.onerror = ({ message }) => { received.push({ kind: "error", message }); heard(); };
    const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    globalThis.ask = async (messages, kinds) => {
      for (const message of messages) {
        if (message.kind === "rules") message.current = bytes(message.current);
        if (message.bytes) message.bytes = bytes(message.bytes);
        if (message.next) message.next = bytes(message.next);
        worker.postMessage(message);
      }
      for (;;) {
        const found = received.shift();
        if (found?.kind === "error") throw new Error(found.message);
        if (found && kinds.includes(found.kind)) return JSON.stringify(found);
        if (!found) await new Promise((resolve) => { heard = resolve; });
      }
    };`;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
