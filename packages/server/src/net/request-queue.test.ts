import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { createRequestQueue } from "./request-queue.ts";

test("requests are answered one per turn, in the order of their arrival", () => {
  const { add, turn, answered } = setUp();
  for (const name of ["a", "b", "c"]) add(name);
  assert.deepEqual(answered, []);
  turn();
  assert.deepEqual(answered, ["a"]);
  add("d");
  turn();
  turn();
  turn();
  assert.deepEqual(answered, ["a", "b", "c", "d"]);
  add("e");
  turn();
  assert.deepEqual(answered.at(-1), "e");
});

test("what does not fit is refused at once, and what waits is answered all the same", () => {
  const { add, turn, answered, refused } = setUp();
  for (let i = 0; i < 1_500; i += 1) add(`${i}`);
  assert.deepEqual([refused.length, refused[0]], [1_500 - 1_024, "1024"]);
  for (let i = 0; i < 1_500; i += 1) turn();
  assert.equal(answered.length, 1_024);
});

test("when too many wait, the client with the most of them is refused first, its latest request before its others", () => {
  const { add, turn, answered, refused } = setUp();
  for (let i = 0; i < 1_020; i += 1) add(`flood ${i}`);
  for (const name of ["a 1", "b 1", "b 2", "c 1", "d 1", "b 3"]) add(name);
  assert.deepEqual(refused, ["flood 1019", "flood 1018"]);
  add("flood again");
  assert.deepEqual(refused.slice(2), ["flood again"]);
  for (let i = 0; i < 1_024; i += 1) turn();
  assert.deepEqual(answered.slice(1_018), ["a 1", "b 1", "b 2", "c 1", "d 1", "b 3"]);
});

test("a client that was answered often lately is refused before a new one, though both wait with one request", () => {
  const { add, turn, refused } = setUp();
  const flood = Array.from({ length: 1_024 }, (_, client) => `flood-${client}`);
  for (let i = 0; i < 8; i += 1) {
    for (const client of flood) add(`${client} ${i}`);
    for (let answers = 0; answers < 1_024; answers += 1) turn();
  }
  refused.length = 0;
  for (const client of flood) add(`${client} last`);
  add("new 1");
  assert.match(refused.at(-1) ?? "", /^flood/);
});

test("among clients that got as much each, the new request is refused", () => {
  const { add, refused } = setUp();
  for (let i = 0; i < 512; i += 1) [add(`${i} 1`), add(`${i} 2`)];
  add("511 3");
  assert.deepEqual(refused, ["511 3"]);
});

test("a flood of refusals does not keep calls from their turn", () => {
  const { add, turn, answered } = setUp();
  for (let i = 0; i < 1_024; i += 1) add(`${i}`);
  for (let i = 0; i < 80; i += 1) add("too many");
  turn();
  // One for the turn, and one for every eight refusals.
  assert.equal(answered.length, 1 + 80 / 8);
});

test("nothing is done for a client that has gone", () => {
  const { add, turn, leave, answered, dropped } = setUp();
  for (const name of ["a", "b", "c", "d"]) add(name);
  leave("a");
  leave("c");
  for (let i = 0; i < 4; i += 1) turn();
  assert.deepEqual(answered, ["b", "d"]);
  assert.equal(dropped(), 2);
});

test("no client is refused because of clients that have gone", () => {
  const { add, turn, leave, answered, refused, dropped } = setUp();
  for (let i = 0; i < 1_024; i += 1) add(`${i}`);
  for (let i = 0; i < 1_000; i += 1) leave(`${i}`);
  add("new");
  assert.deepEqual(refused, []);
  assert.equal(dropped(), 1_000);
  for (let i = 0; i < 30; i += 1) turn();
  assert.equal(answered.at(-1), "new");
});

test("a new connection is accepted before the next call, but not without end", () => {
  const { add, turn, connected, answered } = setUp();
  add("a");
  for (let i = 0; i < 8; i += 1) {
    connected();
    turn();
    assert.deepEqual(answered, []);
  }
  connected();
  turn();
  assert.deepEqual(answered, ["a"]);
});

function setUp() {
  const answered: string[] = [];
  const refused: string[] = [];
  const sockets = new Map<string, { writable: boolean }>();
  let scheduled: (() => void)[] = [];
  let dropped = 0;
  const queue = createRequestQueue({
    answer: ({ url = "" }) => void answered.push(url),
    refuse: ({ url = "" }) => void refused.push(url),
    // A request is named after its client: "flood 7" is one of "flood".
    clientOf: ({ url = "" }) => url.split(" ", 1)[0] as string,
    dropped() {
      dropped += 1;
    },
    elapsedMs: () => 0,
    nextTurn: (run) => void scheduled.push(run),
  });
  return {
    answered,
    refused,
    dropped: () => dropped,
    connected: queue.connected,
    add(url: string) {
      const socket = { writable: true };
      sockets.set(url, socket);
      queue.add({ url, socket } as unknown as IncomingMessage, {} as ServerResponse & { req: IncomingMessage });
    },
    leave(url: string) {
      const socket = sockets.get(url);
      if (socket) socket.writable = false;
    },
    turn() {
      const due = scheduled;
      scheduled = [];
      for (const run of due) run();
    },
  };
}
