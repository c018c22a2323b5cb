import { domains, envelope, head, post, type RawCases, refused } from "./raw-case.ts";

const get = (...headers: string[]) => head("GET /api/domains HTTP/1.1", ...headers);
const many = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1`);
const tooLarge = { answers: ["431 headers-too-large"], closes: true } as const;

/** Cases about header fields. */
export const heads: RawCases = {
  "lines that end in bare line feeds": { send: domains.replaceAll("\r\n", "\n"), ...refused },
  "a bare carriage return in a header": { send: get("X-A: one\rX-B: two"), ...refused },
  "a hundred and one headers before the length of a body that is too large": {
    send: head("POST /api/validate HTTP/1.1", ...many(100), "Content-Length: 70000"),
    ...tooLarge,
  },
  "ten thousand headers": { send: get(...many(10_000)), ...tooLarge },
  "a header that never ends": { send: `GET /api/domains HTTP/1.1\r\nX-A: ${"x".repeat(100_000)}`, ...tooLarge },
  "a request without Host": { send: "GET /api/domains HTTP/1.1\r\n\r\n", answers: ["400 bad-request"] },
  "two Host headers": { send: get("Host: other.example"), answers: ["400 bad-request"] },
  "two Content-Type headers": {
    send: post(envelope, "Content-Type: application/json", "Content-Type: text/plain"),
    answers: ["400 bad-request"],
  },
  "Expect: 100-continue": { send: post(envelope, "Expect: 100-continue"), answers: ["100", "200"] },
  "Expect: 100-continue before a body that is too large": {
    send: head(
      "POST /api/validate HTTP/1.1",
      "Content-Type: application/json",
      "Content-Length: 70000",
      "Expect: 100-continue",
    ),
    answers: ["413 body-too-large"],
    closes: true,
  },
  "an upgrade to WebSocket": {
    send: get("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA"),
    answers: ["200"],
  },
  "headers with another path": { send: get("X-Original-URL: /metrics", "X-Rewrite-URL: /metrics"), answers: ["200"] },
};
