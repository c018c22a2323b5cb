import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const executablePath = process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr";

/** Why tests that need Firefox are skipped, or false. In CI nothing is skipped. */
export const noFirefox: string | false =
  existsSync(executablePath) || process.env.CI === "true"
    ? false
    : `there is no Firefox at ${executablePath}: install firefox-esr, or let FIREFOX_PATH name one`;

/**
 * A tab of Firefox, spoken to in WebDriver BiDi. Playwright speaks it too, but sends every Firefox commands that the
 * extended support release does not know.
 */
export interface FirefoxTab extends AsyncDisposable {
  readonly version: string;
  open(url: string): Promise<void>;
  /** Answers an address with a document instead of asking the server. */
  serve(url: string, html: string): Promise<void>;
  /** The string that an expression gives, awaited. */
  evaluate(expression: string): Promise<string>;
  /** Types characters into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses keys together: "\uE009" is Control in WebDriver. */
  press(...keys: readonly string[]): Promise<void>;
}

/** Starts Firefox without a window, with a profile of its own. */
export async function openFirefox(): Promise<FirefoxTab> {
  await using started = new AsyncDisposableStack();
  const profile = mkdtempSync(join(tmpdir(), "assay-firefox-"));
  started.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
  const child = spawn(executablePath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const exited = once(child, "exit");
  started.defer(async () => {
    child.kill();
    await exited;
  });
  const socket = new WebSocket(`${await addressOf(child.stderr)}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("Firefox refused the connection.")));
  });
  started.defer(() => socket.close());
  const { send, listen } = createConnection(socket);
  const { capabilities } = await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = contexts[0];
  const keys = (actions: readonly object[]) =>
    send("input.performActions", { context, actions: [{ type: "key", id: "keyboard", actions }] });
  const running = started.move();
  return {
    version: capabilities.browserVersion,
    async open(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async serve(url, html) {
      await send("session.subscribe", { events: ["network.beforeRequestSent"] });
      listen((method, { isBlocked, request }) => {
        if (method !== "network.beforeRequestSent" || !isBlocked) return;
        const headers = [{ name: "content-type", value: { type: "string", value: "text/html" } }];
        const body = { type: "string", value: html };
        void send("network.provideResponse", { request: request.request, statusCode: 200, headers, body });
      });
      const urlPatterns = [{ type: "string", pattern: url }];
      await send("network.addIntercept", { phases: ["beforeRequestSent"], urlPatterns });
    },
    async evaluate(expression) {
      const answer = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    async type(text) {
      await keys(
        [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      );
    },
    async press(...pressed) {
      const downs = pressed.map((value) => ({ type: "keyDown", value }));
      const ups = pressed.toReversed().map((value) => ({ type: "keyUp", value }));
      await keys([...downs, ...ups]);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output });
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    // Read on, or Firefox waits for room in the pipe.
    output.resume();
    return address;
  }
  throw new Error(`Firefox did not start:\n${said.join("\n")}`);
}

// Answers have the shapes of the protocol; a test that reads the wrong member fails.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Answer = any;

function createConnection(socket: WebSocket) {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const listeners: ((method: string, params: Answer) => void)[] = [];
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) for (const listener of listeners) listener(message.method, message.params);
    else if (message.type === "error")
      waiting.get(message.id)?.reject(new Error(`${message.error}: ${message.message}`));
    else waiting.get(message.id)?.resolve(message.result);
    waiting.delete(message.id);
  });
  return {
    listen: (listener: (method: string, params: Answer) => void) => void listeners.push(listener),
    send(method: string, params: object): Promise<Answer> {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
  };
}
