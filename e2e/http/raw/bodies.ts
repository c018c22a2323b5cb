import { gzipSync } from "node:zlib";
import { envelope, post, type RawCases } from "./raw-case.ts";

const malformed = { get: ["400 malformed-json"] } as const;
const ambiguous = { get: ["400 ambiguous-json"] } as const;
const deep = { get: ["400 json-too-deep"] } as const;
const otherType = { get: ["415 unsupported-media-type"] } as const;
const notAnEnvelope = { get: ["422 invalid-envelope"] } as const;
const ok = { get: ["200"] } as const;
const typed = (type: string) => post(envelope, `Content-Type: ${type}`);
const bytes = (...parts: (string | number[])[]) =>
  post(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))));

/** Bodies and their types. */
export const bodies: RawCases = {
  "an empty body": { send: post(""), ...malformed },
  "a body of blanks": { send: post(" \r\n\t "), ...malformed },
  "a byte order mark": { send: post(`\ufeff${envelope}`), ...malformed },
  "UTF-16": { send: post(Buffer.from(envelope, "utf16le")), ...malformed },
  "UTF-16 with a byte order mark": { send: post(Buffer.from(`\ufeff${envelope}`, "utf16le")), ...malformed },
  "Latin-1": { send: post(Buffer.from('{"é":1}', "latin1")), ...malformed },
  "an overlong form of UTF-8": { send: bytes('{"a":"', [0xc0, 0x80], '"}'), ...malformed },
  "half of a surrogate pair in UTF-8": { send: bytes('{"a":"', [0xed, 0xa0, 0x80], '"}'), ...malformed },
  "a character beyond Unicode": { send: bytes('{"a":"', [0xf4, 0x90, 0x80, 0x80], '"}'), ...malformed },
  "a character cut in two": { send: bytes('{"a":"', [0xc3]), ...malformed },
  "half of a surrogate pair as escape": { send: post('{"a":"\\ud83d"}'), ...ambiguous },
  "a surrogate pair the wrong way round": { send: post('{"a":"\\ude00\\ud83d"}'), ...ambiguous },
  "NUL in a text": { send: post('{"a":"\x00"}'), ...malformed },
  "NUL after the body": { send: post(`${envelope}\x00`), ...malformed },
  "a line break in a text": { send: post('{"a":"\n"}'), ...malformed },
  "two documents": { send: post(`${envelope}${envelope}`), ...malformed },
  "a comma too many": { send: post('{"a":1,}'), ...malformed },
  "a comment": { send: post(`/* hello */${envelope}`), ...malformed },
  "texts in single quotes": { send: post("{'a':1}"), ...malformed },
  NaN: { send: post('{"a":NaN}'), ...malformed },
  "a number with zeros in front": { send: post('{"a":01}'), ...malformed },
  "a number beyond every double": { send: post('{"a":-1e400}'), ...malformed },
  "a number with more digits than a double": { send: post('{"a":0.12345678901234567890123}'), ...ambiguous },
  "a member twice": { send: post('{"a":1,"a":1}'), ...ambiguous },
  "a member twice, once by an escape": { send: post('{"a":1,"\\u0061":2}'), ...ambiguous },
  "__proto__ twice": { send: post('{"__proto__":1,"__proto__":2}'), ...ambiguous },
  "thirty thousand lists in each other": { send: post("[".repeat(30_000)), ...deep },
  "objects in each other without end": { send: post('{"a":'.repeat(10_000)), ...deep },
  "thirty-two levels": { send: post(`${"[".repeat(32)}${"]".repeat(32)}`), ...notAnEnvelope },
  "thirty-three levels": { send: post(`${"[".repeat(33)}${"]".repeat(33)}`), ...deep },
  "a number instead of an envelope": { send: post("1"), ...notAnEnvelope },
  "null instead of an envelope": { send: post("null"), ...notAnEnvelope },
  "a text instead of an envelope": { send: post('"{}"'), ...notAnEnvelope },
  "toString instead of a product": {
    send: post('{"targetProduct":"toString","domainId":"constructor","candidate":{}}'),
    get: ["422 unknown-domain"],
  },
  "a body of 65,537 bytes": { send: post(envelope.padEnd(65_537)), get: ["413 body-too-large"], closes: true },
  "a body of 65,536 bytes": { send: post(envelope.padEnd(65_536)), ...ok },
  "a body of 65,536 bytes without a blank": {
    send: post(`{"candidate":{"a":"${"x".repeat(65_514)}"}}`),
    ...notAnEnvelope,
  },
  "a compressed body": { send: post(gzipSync(envelope), "Content-Encoding: gzip"), ...otherType },
  "a compressed body without a word": { send: post(gzipSync(envelope)), ...malformed },
  "Content-Encoding: identity": { send: post(envelope, "Content-Encoding: identity"), ...otherType },
  "a form": { send: typed("multipart/form-data; boundary=x"), ...otherType },
  "plain text": { send: typed("text/plain"), ...otherType },
  "JSON of another kind": { send: typed("application/vnd.api+json"), ...otherType },
  "two types in one header": { send: typed("application/json, text/plain"), ...otherType },
  "a character set that is not UTF-8": { send: typed("application/json; charset=iso-8859-1"), ...otherType },
  "UTF-16 by name": { send: typed("application/json; charset=utf-16le"), ...otherType },
  "a parameter that means nothing": { send: typed("application/json; version=1"), ...otherType },
  "an empty type": { send: typed(""), ...otherType },
  "UTF-8 by name": { send: typed("application/json; charset=utf-8"), ...ok },
  "UTF-8 by name, in quotes": { send: typed('application/json;charset="UTF-8"'), ...ok },
  "a type in upper case": { send: typed("APPLICATION/JSON"), ...ok },
};
