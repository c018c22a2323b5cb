import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { checkProblem } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { framing } from "./raw/framing.ts";
import { heads } from "./raw/heads.ts";
import { domains, type RawCase } from "./raw/raw-case.ts";
import { requestLines } from "./raw/request-lines.ts";
import { type Service, startService } from "./start-service.ts";

let service: Service;
const unhandled: unknown[] = [];
const recordError = (reason: unknown) => unhandled.push(reason);
before(async () => {
  process.on("unhandledRejection", recordError).on("uncaughtException", recordError);
  // The tests act as a trusted proxy, because an address that sends two requests at once is refused for ten seconds.
  service = await startService({ trustedProxies: ["127.0.0.1/32"] });
});
after(async () => {
  process.off("unhandledRejection", recordError).off("uncaughtException", recordError);
  await service[Symbol.asyncDispose]();
});

let serverFaults = 0;
let cases = 0;
for (const [topic, table] of Object.entries({ framing, heads, requestLines })) {
  for (const [title, rawCase] of Object.entries(table)) {
    cases += 1;
    test(`${topic}: ${title} (${describeExpected(rawCase)})`, async () => {
      const { send, answers: expected, closes, halfClose = false } = rawCase;
      const expect = expected.filter((answer) => !answer.startsWith("1")).length;
      const { answers, closed, rest } = await exchange(service.url, send, { expect, closes, halfClose });
      serverFaults += answers.filter(({ status }) => status >= 500).length;
      const isHead = Buffer.from(send).subarray(0, 5).toString("latin1") === "HEAD ";
      const received = answers.map((answer) => {
        if (answer.status >= 200) assert.match(answer.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
        return answer.status < 400 || isHead
          ? `${answer.status}`
          : `${answer.status} ${checkProblem(answer, service.url)}`;
      });
      assert.deepEqual(received, expected);
      assert.equal(rest, "");
      if (closes !== undefined) assert.equal(closed, closes, "whether the server ends the connection");
      // Without this header, the connection might have ended only because it was idle.
      if (closes && expect > 0) assert.equal(answers.at(-1)?.headers.connection, "close");
      const nextCall = await exchange(service.url, domains, { expect: 1 });
      assert.equal(nextCall.answers[0]?.status, 200, "the service still answers");
    });
  }
}

test("no raw case causes an internal error or an unhandled exception", () => {
  printFigure("raw HTTP cases", cases, "at least 30");
  printFigure("raw HTTP cases answered with 5xx", serverFaults, 0);
  printFigure("unhandled errors during raw HTTP cases", unhandled.length, 0);
  assert.ok(cases >= 30);
  assert.equal(serverFaults, 0);
  assert.deepEqual(unhandled, []);
});

function describeExpected({ answers }: RawCase): string {
  if (answers.length === 0) return "no answer";
  return answers.length > 3 ? `${answers.length} answers` : answers.join(", ");
}
