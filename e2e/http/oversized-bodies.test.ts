import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { createJunkKey, sharedService } from "../auth/start-service-with-identity.ts";
import { checkProblem } from "./check-answer.ts";
import { head } from "./raw/raw-case.ts";
import { sendFlood } from "./send-flood.ts";

const maxReadBytes = 256 * 1_024;
const rounds = 3;
const json = "Content-Type: application/json";
const validKey = "Authorization: Bearer <key>";
const block = Buffer.alloc(16_384, " ");
const blankChunk = Buffer.concat([Buffer.from("4000\r\n"), block, Buffer.from("\r\n")]);

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

const floods = {
  "a body that announces 10 GiB": {
    head: head("POST /api/validate HTTP/1.1", json, validKey, "Content-Length: 10737418240"),
    part: block,
    expected: "body-too-large",
  },
  "an endless chunked body": {
    head: head("POST /api/build HTTP/1.1", json, validKey, "Transfer-Encoding: chunked"),
    part: blankChunk,
    expected: "body-too-large",
  },
  "an endless chunked body that is not JSON": {
    head: head("POST /api/validate HTTP/1.1", "Content-Type: text/plain", validKey, "Transfer-Encoding: chunked"),
    part: blankChunk,
    expected: "unsupported-media-type",
  },
  "10 GiB for an unknown path": {
    head: head("PUT /nothing HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    expected: "not-found",
  },
  "10 GiB with an unknown key": {
    head: head(
      "POST /api/validate HTTP/1.1",
      json,
      `Authorization: Bearer ${createJunkKey()}`,
      "Content-Length: 10737418240",
    ),
    part: block,
    expected: "invalid-credentials",
  },
  "10 GiB for /mcp": {
    head: head("POST /mcp HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    expected: "body-too-large",
  },
  "10 GiB in a GET request": {
    head: head("GET /api/domains HTTP/1.1", "Content-Length: 10737418240"),
    part: block,
    expected: "bad-request",
  },
} as const;

for (const [title, { head, part, expected }] of Object.entries(floods)) {
  test(`${title} is answered with ${expected}, and the server reads at most 256 KiB`, async () => {
    const bytesPerRound: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const requestHead = head.replace("<key>", key).replace("localhost", new URL(service().url).host);
      const { answer, bytesRead } = await sendFlood(service().url, requestHead, part);
      assert.ok(answer, `round ${round}: the client gets an answer while it is still sending`);
      const code = title.endsWith("/mcp")
        ? JSON.parse(answer.body).error.data.code
        : checkProblem(answer, service().url);
      assert.equal(code, expected);
      assert.equal(answer.headers.connection, "close");
      bytesPerRound.push(bytesRead);
    }
    printFigure(`${title}: answers received`, bytesPerRound.length, rounds);
    printFigure(`${title}: bytes read by the server, at most`, Math.max(...bytesPerRound), maxReadBytes);
    assert.ok(Math.max(...bytesPerRound) <= maxReadBytes);
  });
}
