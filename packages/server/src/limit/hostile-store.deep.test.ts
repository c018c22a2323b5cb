import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limit, Limiter } from "./limiter.ts";

const observe = createObserve(createMetrics());
const secret = "a secret that all instances of the fleet share";
const limit: Limit = { calls: 20, windowSeconds: 60 };
const instances = 4;
const localShare = limit.calls / instances;
const client: Client = ["ip", "192.0.2.1"];

type Respond = (socket: Socket) => void;
const say =
  (text: string): Respond =>
  (socket) =>
    void socket.write(text);

/** What a store may answer to the script, none of which the script answers. */
const wrong: { readonly [name: string]: Respond } = {
  "a string": say("+OK\r\n"),
  "a null array": say("*-1\r\n"),
  "a map": say("%1\r\n+a\r\n:0\r\n"),
  "an empty array": say("*0\r\n"),
  "an array of four": say("*4\r\n:0\r\n:19\r\n:60000000\r\n:0\r\n"),
  "an array of strings": say("*3\r\n+0\r\n+19\r\n+NaN\r\n"),
  "an unknown result": say("*3\r\n:3\r\n:19\r\n:60000000\r\n"),
  "more calls than there are": say("*3\r\n:0\r\n:20\r\n:60000000\r\n"),
  "a wait without end": say("*3\r\n:1\r\n:0\r\n:9007199254740991\r\n"),
  "a replay of a call without a nonce": say("*3\r\n:2\r\n:0\r\n:0\r\n"),
  "a negative wait": say("*3\r\n:1\r\n:0\r\n:-60000000\r\n"),
  "not a number": say("*3\r\n:0\r\n,nan\r\n,inf\r\n"),
  "an error": say("-ERR something is wrong\r\n"),
  garbage: say("\u0000\u0001\u0002garbage\r\n\r\n"),
  "half an answer": say("*3\r\n:0\r\n:1"),
  nothing: () => {},
  "an end": (socket) => void socket.end(),
  "a reset": (socket) => void socket.resetAndDestroy(),
  "a slow drip": (socket) => {
    const timer = setInterval(() => socket.write("0"), 5);
    socket.write("$100000\r\n");
    socket.on("close", () => clearInterval(timer));
  },
  "a string without end": (socket) => {
    const block = "x".repeat(65_536);
    socket.write("$999999999999\r\n");
    const flood = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on("drain", flood);
    flood();
  },
};

/** A store that greets as it should, and answers the script with one thing, whoever asks. */
async function startFake(respond: Respond): Promise<{ readonly url: string } & AsyncDisposable> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      for (let read = readCommand(text); read; read = readCommand(text)) {
        text = text.slice(read.length);
        const [name = ""] = read.words;
        if (name === "HELLO") socket.write("%1\r\n+proto\r\n:3\r\n");
        else if (name.startsWith("EVAL")) respond(socket);
        else socket.write("+OK\r\n");
      }
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function readCommand(text: string): { readonly words: readonly string[]; readonly length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return undefined;
  let at = head[0].length;
  const words: string[] = [];
  for (let index = 0; index < Number(head[1]); index += 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20));
    if (!size || text.length < at + size[0].length + Number(size[1]) + 2) return undefined;
    words.push(text.slice(at + size[0].length, at + size[0].length + Number(size[1])));
    at += size[0].length + Number(size[1]) + 2;
  }
  return { words, length: at };
}

interface Heard {
  degraded: number;
  failed: number;
}

async function connectLimiter(url: string, heard: Heard = { degraded: 0, failed: 0 }): Promise<Limiter> {
  return await createLimiter(
    { limit, instances, store: { urls: [url], secret } },
    { onDegrade: () => (heard.degraded += 1), onRestore() {}, onStoreFailure: () => (heard.failed += 1), observe },
  );
}

async function countPassed(limiter: Limiter, calls: number, by: Client = client): Promise<number> {
  let passed = 0;
  for (let call = 0; call < calls; call += 1) {
    const counted = await limiter.count(by);
    if (counted.kind === "counted") passed += 1;
    if (counted.kind === "replayed") continue;
    assert.ok(counted.remaining >= 0 && counted.remaining < limit.calls, JSON.stringify(counted));
    assert.ok(counted.resetMs > 0 && counted.resetMs <= limit.windowSeconds * 1_000, JSON.stringify(counted));
  }
  return passed;
}

for (const [name, respond] of Object.entries(wrong)) {
  test(`a store that answers with ${name} is like one that is away`, { timeout: 60_000 }, async () => {
    await using fake = await startFake(respond);
    const heard = { degraded: 0, failed: 0 };
    const limiter = await connectLimiter(fake.url, heard);
    const before = process.memoryUsage.rss();
    assert.equal(await countPassed(limiter, 30), localShare);
    await wait(name === "a string without end" ? 3_000 : 0);
    assert.ok(process.memoryUsage.rss() - before < 500_000_000, "memory");
    assert.equal(heard.degraded, 1);
    await limiter.close();
  });
}

test("a store that admits everything is not believed for long", async () => {
  await using fake = await startFake(say("*3\r\n:0\r\n:19\r\n:60000000\r\n"));
  const limiter = await connectLimiter(fake.url);
  const passed = await countPassed(limiter, 200);
  assert.ok(passed <= 2 * limit.calls, String(passed));
  await limiter.close();
});
