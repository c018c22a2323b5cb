import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type OperationId, operations } from "@assay/contract";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { checkAnswer } from "./check-answer.ts";
import { createEnvelope } from "./create-envelope.ts";
import { exchange } from "./exchange.ts";
import { type Service, startService } from "./start-service.ts";

let service: Service;
before(async () => {
  // The test acts as a trusted proxy, because a single client address cannot have this many bodies in progress.
  service = await startService({ trustedProxies: ["127.0.0.1/32"] });
});
after(() => service[Symbol.asyncDispose]());

// lab/floods tests thousands of slow sockets, and clients that read slowly.
const socketsOfEachKind = 100;
const startHead = (operation: OperationId) =>
  `${operations[operation].method} ${operations[operation].path} HTTP/1.1\r\nHost: localhost\r\n`;

test("a body that stops halfway is answered with 408; slow clients are disconnected, and do not delay other calls", async () => {
  const body = `${startHead("validateProposal")}Content-Type: application/json\r\nContent-Length: 8192\r\n\r\n{`;
  const slow = [
    ...Array.from({ length: socketsOfEachKind }, () => sendSlowly(startHead("validateProposal"), "x: 1\r\n")),
    ...Array.from({ length: socketsOfEachKind }, () => sendSlowly(body, " ")),
  ];
  const halfBodies = Promise.all((["validateProposal", "buildProposal"] as const).map(sendHalf));
  let haveEnded = false;
  const slowClients = Promise.all([...slow, halfBodies]).finally(() => {
    haveEnded = true;
  });
  const normalCalls: Promise<number>[] = [];
  while (!haveEnded) {
    normalCalls.push(service.call("validateProposal", { body: createEnvelope() }).then(({ status }) => status));
    await wait(100);
  }
  await slowClients;
  const maxSeconds = Math.max(...(await Promise.all(slow)));
  const answers = await Promise.all(normalCalls);
  assert.deepEqual(new Set(answers), new Set([200]));
  printFigure(`normal calls beside ${slow.length} slow sockets, all answered`, answers.length, answers.length);
  assert.ok(maxSeconds >= 4.9 && maxSeconds < 60, String(maxSeconds));
  checkTiming("the longest connection of a slow client, s", maxSeconds, 12);
});

async function sendHalf(operation: OperationId): Promise<void> {
  const startedAt = performance.now();
  const request = `${startHead(operation)}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"targetProduct":`;
  const { answers, closed } = await exchange(service.url, request, { expect: 1, closes: true });
  const seconds = (performance.now() - startedAt) / 1_000;
  assert.equal(answers.length, 1);
  const [answer] = answers;
  assert.ok(answer);
  checkAnswer(operation, answer, service.url);
  assert.partialDeepStrictEqual(JSON.parse(answer.body), { code: "request-timeout", retryable: true });
  assert.equal(closed, true);
  assert.ok(seconds >= 9.9 && seconds < 60);
  checkTiming(`${operation}: a body that never arrives is refused after (s)`, seconds, 12);
}

/** Sends a few bytes every two seconds until the service ends the connection. Returns how many seconds that took. */
async function sendSlowly(start: string, drip: string): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const startedAt = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => {});
  socket.resume();
  socket.write(start);
  const timer = setInterval(() => socket.write(drip), 2_000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return (performance.now() - startedAt) / 1_000;
}
