import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { waitUntil } from "@assay/testing/wait-until";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limit, Limiter } from "./limiter.ts";

const otherEvents = { onStoreFailure() {}, observe: createObserve(createMetrics()) };
const secret = "a secret that all instances of the fleet share";
const limit: Limit = { calls: 20, windowSeconds: 60 };
const instances = 4;
const localShare = limit.calls / instances;
const client: Client = ["ip", "192.0.2.1"];

type Respond = (socket: Socket) => void;
const reply =
  (text: string): Respond =>
  (socket) =>
    void socket.write(text);

/** Responses that the count script never returns. */
const invalidAnswers: { readonly [name: string]: Respond } = {
  "a string": reply("+OK\r\n"),
  "a null array": reply("*-1\r\n"),
  "a map": reply("%1\r\n+a\r\n:0\r\n"),
  "an empty array": reply("*0\r\n"),
  "an array of four": reply("*4\r\n:0\r\n:19\r\n:60000000\r\n:0\r\n"),
  "an array of strings": reply("*3\r\n+0\r\n+19\r\n+NaN\r\n"),
  "an unknown result": reply("*3\r\n:3\r\n:19\r\n:60000000\r\n"),
  "more remaining calls than the limit allows": reply("*3\r\n:0\r\n:20\r\n:60000000\r\n"),
  "an endless wait": reply("*3\r\n:1\r\n:0\r\n:9007199254740991\r\n"),
  "a replay of a call without a nonce": reply("*3\r\n:2\r\n:0\r\n:0\r\n"),
  "a negative wait": reply("*3\r\n:1\r\n:0\r\n:-60000000\r\n"),
  "not a number": reply("*3\r\n:0\r\n,nan\r\n,inf\r\n"),
  "an error": reply("-ERR something is wrong\r\n"),
  garbage: reply("\u0000\u0001\u0002garbage\r\n\r\n"),
  "an incomplete answer": reply("*3\r\n:0\r\n:1"),
  nothing: () => {},
  "a closed connection": (socket) => void socket.end(),
  "a connection reset": (socket) => void socket.resetAndDestroy(),
  "a slow drip": (socket) => {
    const timer = setInterval(() => socket.write("0"), 5);
    socket.write("$100000\r\n");
    socket.on("close", () => clearInterval(timer));
  },
  "an endless string": (socket) => {
    const chunk = "x".repeat(65_536);
    socket.write("$999999999999\r\n");
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", flood);
    flood();
  },
};

/** Starts a store that completes the handshake, and responds to each run of the count script with `respond`. */
async function startFakeStore(respond: Respond): Promise<{ readonly url: string } & AsyncDisposable> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let text = "";
    let answered = 0;
    socket.on("data", (chunk) => {
      text += chunk;
      const names = [...text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)].map(([, name = ""]) => name);
      for (const name of names.slice(answered)) {
        if (name === "HELLO") socket.write("%1\r\n+proto\r\n:3\r\n");
        else if (name.startsWith("EVAL")) respond(socket);
        else socket.write("+OK\r\n");
      }
      answered = names.length;
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

async function connectLimiter(url: string) {
  const events: string[] = [];
  const limiter = await createLimiter(
    { limit, instances, store: { urls: [url], secret } },
    { ...otherEvents, onDegrade: () => events.push("degraded"), onRestore: () => events.push("restored") },
  );
  return Object.assign(limiter, { events, [Symbol.asyncDispose]: () => limiter.close() });
}

async function countPassed(limiter: Limiter, calls: number): Promise<number> {
  let passed = 0;
  for (let call = 0; call < calls; call += 1) {
    const state = await limiter.count(client);
    if (state.kind === "counted") passed += 1;
    if (state.kind === "replayed") continue;
    assert.ok(state.remaining >= 0 && state.remaining < limit.calls, JSON.stringify(state));
    assert.ok(state.resetMs > 0 && state.resetMs <= limit.windowSeconds * 1_000, JSON.stringify(state));
  }
  return passed;
}

for (const [name, respond] of Object.entries(invalidAnswers)) {
  test(`treats a store that answers with ${name} as unavailable`, { timeout: 60_000 }, async () => {
    await using store = await startFakeStore(respond);
    await using limiter = await connectLimiter(store.url);
    const before = process.memoryUsage.rss();
    assert.equal(await countPassed(limiter, 30), localShare);
    await wait(name === "an endless string" ? 3_000 : 0);
    assert.ok(process.memoryUsage.rss() - before < 500_000_000, "memory");
    assert.deepEqual(limiter.events, ["degraded"]);
  });
}

/** The answer of a store that lets every call pass, with no call left and a reset after a microsecond. */
const passEverything = reply("*3\r\n:0\r\n:0\r\n:1\r\n");

test("admits at most the limit, even if the store admits every call", async () => {
  await using store = await startFakeStore(passEverything);
  await using limiter = await connectLimiter(store.url);
  assert.equal(await countPassed(limiter, 200), limit.calls);
});

test("replaces a connection that has become mute, without waiting for a call", async () => {
  const sockets = new Set<Socket>();
  let muteSockets: ReadonlySet<Socket> = new Set();
  await using store = await startFakeStore((socket) => {
    if (!muteSockets.has(socket)) passEverything(socket);
    sockets.add(socket);
  });
  await using limiter = await connectLimiter(store.url);
  muteSockets = new Set(sockets);
  await limiter.count(client);
  await waitUntil("the store is used again", () => limiter.events.at(-1) === "restored");
  assert.deepEqual([limiter.events, sockets.size], [["degraded", "restored"], 2]);
});
