import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { limits } from "@assay/contract";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { decodeDraft, encodeDraft, maxDraftBytes, maxFragmentLength } from "./share-link.ts";

const domain = "datamint/generator-option";

function fragmentOf(content: string | Uint8Array): string {
  return `#1.${deflateRawSync(content).toString("base64url")}`;
}

test("a draft comes back from its link as it was, finished or not", async () => {
  const texts = ["", "{", '{\r\n\t"a": "ä\u{1f600}\ud800"\r\n}\n', "\ufeff{}", "\0", "x".repeat(200_000)];
  for (const text of [
    ...texts,
    ...goldenVerdicts()
      .slice(0, 40)
      .map(({ candidate }) => JSON.stringify(candidate, null, 2)),
  ]) {
    const fragment = await encodeDraft({ domain, text });
    assert.ok(fragment);
    assert.match(fragment, /^#1\.[\w-]+$/);
    assert.deepEqual(await decodeDraft(fragment), { kind: "draft", draft: { domain, text } });
    assert.deepEqual(await decodeDraft(fragment.slice(1)), { kind: "draft", draft: { domain, text } });
  }
});

test("the largest candidate fits in a link even if it cannot be compressed", async () => {
  const text = randomBytes(limits.bodyBytes / 2).toString("hex");
  assert.ok(await encodeDraft({ domain, text }));
  const harder = randomBytes(limits.bodyBytes).toString("base64").slice(0, limits.bodyBytes);
  const fragment = await encodeDraft({ domain, text: harder });
  assert.ok(fragment && fragment.length <= maxFragmentLength);
  assert.equal(await encodeDraft({ domain, text: "x".repeat(maxDraftBytes) }), undefined);
  assert.equal(await encodeDraft({ domain, text: randomBytes(150_000).toString("base64") }), undefined);
});

test("an address without a draft has none", async () => {
  for (const fragment of ["", "#", "#rules", "#main", "#.1", "#1a.b", "#-1.x"]) {
    assert.deepEqual(await decodeDraft(fragment), { kind: "none" }, fragment);
  }
});

test("a link that was cut or damaged is unreadable", async () => {
  const fragment = (await encodeDraft({ domain, text: JSON.stringify(goldenVerdicts()[3]?.candidate) })) ?? "";
  let unreadable = 0;
  for (let end = 2; end < fragment.length; end += scaled({ quick: 7, ci: 1, full: 1 })) {
    const { kind } = await decodeDraft(fragment.slice(0, end));
    assert.equal(kind, "unreadable", String(end));
    unreadable++;
  }
  figure("links cut at any character", unreadable, "all unreadable, none throws");
  for (const damaged of [
    "#1",
    "#1.",
    "#1.%%%",
    "#1.abc=",
    "#1.AAAA",
    "#1.\n",
    `${fragment}AAAA`,
    "#2.abc",
    "#99999.abc",
    fragmentOf("not json"),
    fragmentOf("[]"),
    fragmentOf("null"),
    fragmentOf(JSON.stringify({ domain: "../x", text: "" })),
    fragmentOf(JSON.stringify({ domain, text: 1 })),
    fragmentOf(new Uint8Array([0x22, 0xff, 0x22])),
    `#1.${"A".repeat(maxFragmentLength)}`,
  ]) {
    const decoded = await decodeDraft(damaged);
    assert.equal(decoded.kind, "unreadable", damaged.slice(0, 80));
    assert.ok(decoded.kind === "unreadable" && decoded.reason.endsWith("."));
  }
});

test("a link that would inflate without end stops at the limit", async () => {
  const text = "x".repeat(8 * 1024 * 1024);
  const bomb = fragmentOf(JSON.stringify({ domain, text }));
  assert.ok(bomb.length < maxFragmentLength);
  const counted = countInflated();
  const { kind } = await decodeDraft(bomb).finally(counted.restore);
  assert.equal(kind, "unreadable");
  figure("bytes inflated of an 8 MiB link", counted.bytes(), "2 MiB");
  assert.ok(counted.bytes() < 2 * 1024 * 1024);
});

// Counts what leaves the decompressor, whether it is read or not.
function countInflated(): { bytes(): number; restore(): void } {
  const Original = globalThis.DecompressionStream;
  let bytes = 0;
  globalThis.DecompressionStream = class {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;
    constructor(format: "deflate-raw") {
      const inner = new Original(format);
      const counter = new TransformStream({
        transform(chunk: Uint8Array, controller) {
          bytes += chunk.length;
          controller.enqueue(chunk);
        },
      });
      this.writable = inner.writable as never;
      this.readable = inner.readable.pipeThrough(counter as never) as never;
    }
  } as never;
  const restore = () => {
    globalThis.DecompressionStream = Original;
  };
  return { bytes: () => bytes, restore };
}
