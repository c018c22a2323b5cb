import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { createJunkKey, sharedService } from "../auth/service.ts";
import { checkProblem } from "./check-answer.ts";
import { head } from "./raw/raw-case.ts";
import { sendFlood } from "./send-flood.ts";

const maxReadBytes = 256 * 1_024;
const rounds = 3;
const json = "Content-Type: application/json";
const good = "Authorization: Bearer <key>";
const block = Buffer.alloc(16_384, " ");
const chunkOfBlanks = Buffer.concat([Buffer.from("4000\r\n"), block, Buffer.from("\r\n")]);

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

const floods = {
  "a body that announces 10 GiB": {
    head: head("POST /api/validate HTTP/1.1", json, good, "Content-Length: 10737418240"),
    part: block,
    gets: "body-too-large",
  },
  "a chunked body without end": {
    head: head("POST /api/build HTTP/1.1", json, good, "Transfer-Encoding: chunked"),
    part: chunkOfBlanks,
    gets: "body-too-large",
  },
  "a chunked body without end, of another type": {
    head: head("POST /api/validate HTTP/1.1", "Content-Type: text/plain", good, "Transfer-Encoding: chunked"),
    part: chunkOfBlanks,
    gets: "unsupported-media-type",
  },
  "10 GiB for a path that leads nowhere": {
    head: head("PUT /nothing HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    gets: "not-found",
  },
  "10 GiB with a key that nobody knows": {
    head: head(
      "POST /api/validate HTTP/1.1",
      json,
      `Authorization: Bearer ${createJunkKey()}`,
      "Content-Length: 10737418240",
    ),
    part: block,
    gets: "invalid-credentials",
  },
  "10 GiB for /mcp": {
    head: head("POST /mcp HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    gets: "body-too-large",
  },
  "10 GiB behind GET": {
    head: head("GET /api/domains HTTP/1.1", "Content-Length: 10737418240"),
    part: block,
    gets: "bad-request",
  },
} as const;

for (const [title, { head, part, gets }] of Object.entries(floods)) {
  test(`${title} is answered ${gets}, and at most 256 KiB of it are read`, async () => {
    const read: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const sent = head.replace("<key>", key).replace("localhost", new URL(service().url).host);
      const { answer, bytesRead } = await sendFlood(service().url, sent, part);
      assert.ok(answer, `round ${round}: the answer arrives, though the client is still sending`);
      const code = title.endsWith("/mcp")
        ? JSON.parse(answer.body).error.data.code
        : checkProblem(answer, service().url);
      assert.equal(code, gets);
      assert.equal(answer.headers.connection, "close");
      read.push(bytesRead);
    }
    figure(`${title}: answers received`, read.length, rounds);
    figure(`${title}: bytes read by the server, at most`, Math.max(...read), maxReadBytes);
    assert.ok(Math.max(...read) <= maxReadBytes);
  });
}
