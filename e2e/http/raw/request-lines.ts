import { head, type RawCases, refused } from "./raw-case.ts";

const line = (text: string) => head(text);
const notFound = { answers: ["404 not-found"] } as const;
const notAllowed = { answers: ["405 method-not-allowed"] } as const;
const refusedTarget = { answers: ["400 bad-request"] } as const;

/** Cases about methods, targets and versions. */
export const requestLines: RawCases = {
  "an unknown method": { send: line("FOO /api/domains HTTP/1.1"), ...refused },
  TRACE: { send: line("TRACE /api/domains HTTP/1.1"), ...notAllowed },
  "OPTIONS *": { send: line("OPTIONS * HTTP/1.1"), ...refusedTarget },
  CONNECT: { send: line("CONNECT localhost:443 HTTP/1.1"), ...refused },
  "HEAD for an operation that takes POST": { send: line("HEAD /api/validate HTTP/1.1"), answers: ["405"] },
  "an absolute URL as target": { send: line("GET http://localhost/api/domains HTTP/1.1"), ...refusedTarget },
  "an absolute URL with another host as target": {
    send: line("GET http://other.example/api/domains HTTP/1.1"),
    ...refusedTarget,
  },
  "a trailing slash in the path": { send: line("GET /api/domains/ HTTP/1.1"), ...notFound },
  "a percent-encoded letter in the path": { send: line("GET /api/%64omains HTTP/1.1"), ...notFound },
  "a percent-encoded slash": { send: line("GET /api%2fdomains HTTP/1.1"), ...notFound },
  "a percent-encoded byte that is not UTF-8": { send: line("GET /problems/%ff HTTP/1.1"), ...refusedTarget },
  "percent-encoded dots": { send: line("GET /problems/%2e%2e/%2e%2e/etc/passwd HTTP/1.1"), ...notFound },
  "a name that every JavaScript object inherits": { send: line("GET /problems/__proto__ HTTP/1.1"), ...notFound },
  "NUL in the target": { send: line("GET /api/\x00domains HTTP/1.1"), ...refused },
  "a target of 9,000 characters": {
    send: line(`GET /${"x".repeat(9_000)} HTTP/1.1`),
    answers: ["431 headers-too-large"],
    closes: true,
  },
  "HTTP/0.9": { send: "GET /api/domains\r\n\r\n", ...refused },
  "HTTP/1.0 without Host": { send: "GET /api/domains HTTP/1.0\r\n\r\n", answers: ["200"], closes: true },
  "the HTTP/2 preface": { send: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", ...refused },
  "a TLS handshake": { send: "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03", ...refused },
};
