import { chunk, chunkRequest, domains, envelope, frameRequest, head, type RawCases, refused } from "./raw-case.ts";

const { length } = envelope;
const validChunk = chunk(envelope);

/** Cases about where one request ends and the next begins. */
export const framing: RawCases = {
  "Content-Length and Transfer-Encoding together": {
    send: frameRequest([`Content-Length: ${length}`, "Transfer-Encoding: chunked"], `${validChunk}0\r\n\r\n`),
    ...refused,
  },
  "two different Content-Length headers": {
    send: frameRequest([`Content-Length: ${length}`, "Content-Length: 0"], envelope),
    ...refused,
  },
  "a body that ends before its Content-Length": {
    send: frameRequest([`Content-Length: ${length + 1}`], envelope),
    ...refused,
    halfClose: true,
  },
  "an unknown transfer coding": {
    send: frameRequest(["Transfer-Encoding: xchunked"], `${validChunk}0\r\n\r\n`),
    ...refused,
  },
  "a space before the colon of Transfer-Encoding": {
    send: frameRequest(["Transfer-Encoding : chunked"], `${validChunk}0\r\n\r\n`),
    ...refused,
  },
  "a chunked body in HTTP/1.0": {
    send:
      head("POST /api/validate HTTP/1.0", "Content-Type: application/json", "Transfer-Encoding: chunked") +
      `${validChunk}0\r\n\r\n`,
    ...refused,
  },
  "a chunk extension of 20 KiB": {
    send: chunkRequest(`${chunk(envelope, `;x=${"y".repeat(20_480)}`)}0\r\n\r\n`),
    ...refused,
  },
  "a chunk extension with a bare line feed": { send: chunkRequest(`${chunk(envelope, ";x\ny")}0\r\n\r\n`), ...refused },
  "a chunked body that stops in the middle": {
    send: chunkRequest(`${length.toString(16)}\r\n${envelope.slice(0, 9)}`),
    ...refused,
    halfClose: true,
  },
  "a trailer of 9 KiB": {
    send: chunkRequest(`${validChunk}0\r\nX-Long: ${"x".repeat(9_000)}\r\n\r\n`),
    answers: ["431 headers-too-large"],
    closes: true,
  },
  "two requests at once": { send: domains + domains, answers: [], closes: true },
  "a request with a body, and another one right after it": {
    send: chunkRequest(`${validChunk}0\r\n\r\n`) + domains,
    answers: [],
    closes: true,
  },
  "a request hidden in a body that is refused": {
    send: frameRequest(["Content-Length: 70000"], domains),
    answers: ["413 body-too-large"],
    closes: true,
  },
  "a request in the body of a GET request": {
    send: head("GET /api/domains HTTP/1.1", `Content-Length: ${domains.length}`) + domains,
    answers: ["400 bad-request"],
  },
  "a body in a request for a page": {
    send: `${head("GET /llms.txt HTTP/1.1", "Content-Length: 5")}hello`,
    answers: ["400 bad-request"],
  },
};
