import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { metricOf } from "@assay/testing/services/metric-of";
import { type Answer, checkAnswer } from "./check-answer.ts";
import { readAnswers } from "./exchange.ts";
import { domains, envelope, post } from "./raw/raw-case.ts";
import { startService } from "./service.ts";

// A connection may have four unanswered requests.
const pipelined = 4;
const connections = 400;
const burst = connections * pipelined;

test("of a burst far past capacity some calls are answered, and each other one is refused as documented", async () => {
  await using service = await startService();
  await using clients = await openClients(service.url, connections);
  // In one go, so that all of them are there before the second one gets its turn.
  for (const { socket } of clients) socket.write(domains.repeat(pipelined));
  const alive: number[] = [];
  const probe = setInterval(async () => {
    alive.push((await fetch(`${service.app.operatorUrl}/livez`, { headers: { connection: "close" } })).status);
  }, 20);
  const answers: Answer[] = [];
  for (const client of clients) answers.push(...(await client.answers(pipelined)));
  clearInterval(probe);
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(answers.length, burst);
  for (const answer of refused) {
    checkAnswer("listDomains", answer, service.url);
    const { code, retryAfterSeconds } = JSON.parse(answer.body);
    assert.deepEqual([code, String(retryAfterSeconds)], ["overloaded", answer.headers["retry-after"]]);
  }
  assert.ok(refused.length > 0 && refused.length <= burst - 64, `${refused.length} of ${burst} were refused`);
  assert.equal(answers.filter(({ status }) => status === 200).length, burst - refused.length);
  assert.ok(alive.length > 0 && alive.every((status) => status === 200));
  // A call that is refused is neither counted nor logged as one.
  assert.equal(await metricOf(service.app, shed("overload")), refused.length);
  const answered = await metricOf(service.app, 'assay_calls_total{operation="listDomains",status="200",code=""}');
  assert.equal(answered, burst - refused.length);
  figure("of a burst of 1,600 calls, answered or refused as documented", answers.length, burst);
});

test("a closed loop of 32 callers is never refused", async () => {
  await using service = await startService();
  await using clients = await openClients(service.url, 32);
  const call = post(envelope);
  let calls = 0;
  const repeat = async ({ socket, answers }: Client) => {
    for (let turn = 1; turn <= 20; turn += 1) {
      socket.write(call);
      const answer = (await answers(turn)).at(-1);
      assert.equal(answer?.status, 200, answer?.body);
      calls += 1;
    }
  };
  await Promise.all(clients.map(repeat));
  assert.equal(await metricOf(service.app, shed("overload")), 0);
  figure("calls of a closed loop of 32, all answered", calls, 640);
});

test("nothing is done for a call whose client has gone before its turn", async () => {
  await using service = await startService();
  await using busy = await openClients(service.url, 225);
  await using others = await openClients(service.url, 50);
  // These calls wait long enough for the others to come and go behind them.
  for (const { socket } of busy) socket.write(domains.repeat(pipelined));
  await busy[0]?.answers(1);
  for (const { socket } of others) socket.write(post(envelope));
  await busy[100]?.answers(1);
  for (const { socket } of others) socket.destroy();
  for (const { answers } of busy) await answers(pipelined);
  assert.equal(await metricOf(service.app, shed("client-gone")), others.length);
  const metrics = await fetch(`${service.app.operatorUrl}/metrics`, { headers: { connection: "close" } });
  assert.doesNotMatch(await metrics.text(), /operation="validateProposal"/);
  figure("calls done for 50 clients that had gone", 0, 0);
});

function shed(reason: string): string {
  return `assay_shed_total{reason="${reason}"}`;
}

interface Client {
  readonly socket: Socket;
  /** Waits until this many answers have arrived on the connection, and returns all of them. */
  answers(count: number): Promise<readonly Answer[]>;
}

async function openClients(url: string, count: number): Promise<readonly Client[] & AsyncDisposable> {
  const { hostname, port } = new URL(url);
  const clients = Array.from({ length: count }, (_, index) => {
    const localAddress = `127.0.1.${1 + (index % 10)}`;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, localAddress });
    const seen: Answer[] = [];
    let rest = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      const read = readAnswers(rest + part, false);
      seen.push(...read.answers);
      rest = read.rest;
      socket.emit("answered");
    });
    socket.on("error", () => {});
    const answers = async (wanted: number) => {
      while (seen.length < wanted) await once(socket, "answered");
      return seen;
    };
    return { socket, answers };
  });
  await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
  return Object.assign(clients, {
    async [Symbol.asyncDispose]() {
      for (const { socket } of clients) socket.destroy();
    },
  });
}
