import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseEncoding } from "./choose-encoding.ts";

test("chooses the smallest encoding that the client accepts", () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["*;q=0.5, br;q=0", "gzip"],
    [undefined, "identity"],
    ["", "identity"],
    ["zstd", "identity"],
    ["identity", "identity"],
  ];
  for (const [header, encoding] of cases) assert.equal(chooseEncoding(header), encoding, String(header));
});

test("prefers the encoding with the highest weight, and excludes encodings with weight zero", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0,gzip;q=0", "identity"],
    ["br;q=0.2, gzip;q=0.8", "gzip"],
    ["br;q=0.5, identity", "identity"],
    ["gzip;q=0.001", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["*;q=0", "identity"],
    ["br;q=2, gzip;q=0.1", "gzip"],
    ["br;level=11", "identity"],
  ];
  for (const [header, encoding] of cases) assert.equal(chooseEncoding(header), encoding, header);
});
