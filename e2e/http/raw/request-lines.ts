import { domains, head, type RawCases, refused } from "./raw-case.ts";

const line = (text: string) => head(text);
const notFound = { get: ["404 not-found"] } as const;
const notAllowed = { get: ["405 method-not-allowed"] } as const;
const refusedTarget = { get: ["400 bad-request"] } as const;

/** Methods, targets and versions. */
export const requestLines: RawCases = {
  "a method in lower case": { send: line("get /api/domains HTTP/1.1"), ...refused },
  "a method that nobody knows": { send: line("FOO /api/domains HTTP/1.1"), ...refused },
  "a method of WebDAV": { send: line("PROPFIND /api/domains HTTP/1.1"), ...notAllowed },
  TRACE: { send: line("TRACE /api/domains HTTP/1.1"), ...notAllowed },
  "OPTIONS of everything": { send: line("OPTIONS * HTTP/1.1"), ...refusedTarget },
  CONNECT: { send: line("CONNECT localhost:443 HTTP/1.1"), ...refused },
  "CONNECT to a path": { send: line("CONNECT /api/domains HTTP/1.1"), ...refused },
  "HEAD of a page": { send: line("HEAD /llms.txt HTTP/1.1"), get: ["200"] },
  "HEAD where POST belongs": { send: line("HEAD /api/validate HTTP/1.1"), get: ["405"] },
  "a whole address as target": { send: line("GET http://localhost/api/domains HTTP/1.1"), ...refusedTarget },
  "the address of another host as target": {
    send: line("GET http://other.example/api/domains HTTP/1.1"),
    ...refusedTarget,
  },
  "a target without a slash": { send: line("GET api/domains HTTP/1.1"), ...refused },
  "two slashes in front": { send: line("GET //api/domains HTTP/1.1"), ...notFound },
  "a slash at the end": { send: line("GET /api/domains/ HTTP/1.1"), ...notFound },
  "a letter of the path as percent code": { send: line("GET /api/%64omains HTTP/1.1"), ...notFound },
  "a slash as percent code": { send: line("GET /api%2fdomains HTTP/1.1"), ...notFound },
  "NUL as percent code": { send: line("GET /api/domains%00 HTTP/1.1"), ...notFound },
  "a percent code that is none": { send: line("GET /api/%zz HTTP/1.1"), ...refusedTarget },
  "a percent code that is not UTF-8": { send: line("GET /problems/%ff HTTP/1.1"), ...refusedTarget },
  "dots in the path": { send: line("GET /api/../api/domains HTTP/1.1"), ...notFound },
  "dots as percent codes": { send: line("GET /problems/%2e%2e/%2e%2e/etc/passwd HTTP/1.1"), ...notFound },
  "a back slash": { send: line("GET /api\\domains HTTP/1.1"), ...notFound },
  "a name that every object has": { send: line("GET /problems/__proto__ HTTP/1.1"), ...notFound },
  "a question": { send: line("GET /api/domains?a=1&a=2&__proto__=3 HTTP/1.1"), get: ["200"] },
  "a question with a percent code that is none": { send: line("GET /api/domains?a=%zz HTTP/1.1"), get: ["200"] },
  "a fragment": { send: line("GET /api/domains#part HTTP/1.1"), ...refusedTarget },
  "NUL in the target": { send: line("GET /api/\x00domains HTTP/1.1"), ...refused },
  "a page with a name of 200 characters": {
    send: line(`GET /problems/${"x".repeat(200)} HTTP/1.1`),
    get: ["414 uri-too-long"],
  },
  "a target of 9,000 characters": {
    send: line(`GET /${"x".repeat(9_000)} HTTP/1.1`),
    get: ["431 headers-too-large"],
    closes: true,
  },
  "HTTP/0.9": { send: "GET /api/domains\r\n\r\n", ...refused },
  "HTTP/1.0 without Host": { send: "GET /api/domains HTTP/1.0\r\n\r\n", get: ["200"], closes: true },
  "the preface of HTTP/2": { send: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", ...refused },
  "the greeting of TLS": { send: "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03", ...refused },
  "empty lines before a request": { send: `\r\n\r\n${domains}`, get: ["200"] },
  "nothing but an end": { send: "", get: [], closes: true, thenEnd: true },
};
