import { limits } from "@assay/contract";
import { times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";

const full = limits.bodyBytes;
const json = JSON.stringify(candidate());
const inside = json.slice(1, -1);
const repeatToLimit = (text: string, tail: number) => text.repeat(Math.floor((full - tail) / Buffer.byteLength(text)));

/** The expected outcome of a body: a verdict, or the code of the error in reading it. */
export type BodyResult = "valid" | "invalid" | "malformed-json" | "ambiguous-json" | "json-too-deep";

/** Bodies as text, most of which are ambiguous or malformed JSON. */
export const hostileJson: { readonly [name: string]: readonly [BodyResult, string | Uint8Array] } = {
  "an escape in a name": ["valid", json.replace("generatorId", "generator\\u0049d")],
  "a late duplicate member": ["ambiguous-json", `{${inside},"a":[${repeatToLimit("{},", 1_200)}0],"owner":1}`],
  "a duplicate member, once with an escape": [
    "ambiguous-json",
    `{${inside},"q":1,"\\u0071":2,"t":"${repeatToLimit("x", 1_100)}"}`,
  ],
  "a lone surrogate": ["ambiguous-json", `{${inside},"t":"${repeatToLimit("x", 1_100)}\\ud800"}`],
  "a number that a double cannot represent": [
    "ambiguous-json",
    `{${inside},"n":[${repeatToLimit("1e-5,", 1_100)}9007199254740993]}`,
  ],
  "a number that is too large": ["malformed-json", `{${inside},"n":1${repeatToLimit("0", 1_100)}}`],
  "thousands of names with escapes": [
    "invalid",
    `{${inside},${times(4_000, (i) => `"\\u00${(97 + (i % 26)).toString(16)}${i}":1`).join(",")}}`,
  ],
  "a text of escapes": ["invalid", `{${inside},"t":"${repeatToLimit("\\u0061", 1_100)}"}`],
  "a text that never ends": ["malformed-json", `{${inside},"t":"${repeatToLimit("\\\\", 1_100)}`],
  "only whitespace": ["malformed-json", `${repeatToLimit(" \n", 0)}`],
  "whitespace before a candidate": ["valid", `${repeatToLimit("\n ", json.length + 2)}${json}`],
  "arrays that never end": ["json-too-deep", repeatToLimit("[", 0)],
  "objects that never end": ["json-too-deep", repeatToLimit('{"a":', 0)],
  "a byte order mark": ["malformed-json", `\ufeff${json}`],
  "invalid UTF-8 at the very end": [
    "malformed-json",
    Buffer.concat([Buffer.from(`{${inside},"t":"${repeatToLimit("é", 1_100)}`), Buffer.from([0xff, 0x22, 0x7d])]),
  ],
  "two candidates": ["malformed-json", `${json}${json}`],
  "a trailing comma": ["malformed-json", `[${repeatToLimit("0,", 3)}]`],
};
