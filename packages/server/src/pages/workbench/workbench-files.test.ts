import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { readWorkbenchFiles, type WorkbenchManifest } from "./workbench-files.ts";

const contents = {
  "assets/worker-1.js": "self.onmessage = () => {};",
  "assets/page-1.js": "document.title = 'é';",
};
const html = "<!doctype html><title>Assay</title><!--page-data--><script src='%BASE%/assets/page-1.js'></script>";

function createManifest(change: Partial<WorkbenchManifest> = {}): WorkbenchManifest {
  const files = Object.entries(contents).map(([name, text]) => {
    const policy = name.includes("worker") ? "worker" : "page-asset";
    return [name, { contentType: "text/javascript; charset=utf-8", policy, sha256: hash("sha256", text) }] as const;
  });
  return { page: "index.html", worker: "assets/worker-1.js", files: Object.fromEntries(files), ...change };
}

/** Writes a build into a temporary directory; `change` replaces or removes files. */
function writeBuild(manifest: unknown, change: { readonly [name: string]: string | Uint8Array | undefined } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "assay-workbench-"));
  mkdirSync(join(directory, "assets"));
  const files: typeof change = {
    "index.html": html,
    "manifest.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    ...Object.fromEntries(
      Object.entries(contents).flatMap(([name, text]) => [
        [name, text],
        [`${name}.br`, brotliCompressSync(text)],
        [`${name}.gz`, gzipSync(text)],
      ]),
    ),
    ...change,
  };
  for (const [name, content] of Object.entries(files)) {
    if (content !== undefined) writeFileSync(join(directory, name), content);
  }
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
}

test("reads a build into memory, with each file in three encodings", () => {
  using built = writeBuild(createManifest());
  const files = readWorkbenchFiles(built.directory);
  assert.deepEqual([files?.html, files?.worker], [html, worker]);
  assert.deepEqual([...(files?.assets.keys() ?? [])].sort(), ["/assets/page-1.js", "/assets/worker-1.js"]);
  const page = files?.assets.get("/assets/page-1.js");
  assert.deepEqual([page?.contentType, page?.policy], ["text/javascript; charset=utf-8", "page-asset"]);
  assert.equal(page?.bodies.identity.bytes.toString(), contents["assets/page-1.js"]);
  const tags = Object.values(page?.bodies ?? {}).map(({ etag }) => etag);
  assert.equal(new Set(tags).size, 3);
});

test("returns nothing, without an error, if the workbench has not been built", () => {
  using built = writeBuild(createManifest(), { "manifest.json": undefined });
  assert.equal(readWorkbenchFiles(built.directory), undefined);
  assert.equal(readWorkbenchFiles(join(built.directory, "no-such-directory")), undefined);
});

const [worker, page] = Object.keys(contents) as [string, string];
const { [worker]: workerFile, ...withoutWorker } = createManifest().files;
const damages: { readonly [title: string]: readonly [unknown, Parameters<typeof writeBuild>[1]?] } = {
  "a manifest that is not JSON": ["{"],
  "a manifest with missing properties": [{ page: "index.html" }],
  "a file name that leads out of the directory": [
    createManifest({ files: { ...createManifest().files, "assets/../../x": workerFile! } }),
  ],
  "a manifest that does not list the worker": [createManifest({ files: withoutWorker })],
  "a worker without its policy": [
    createManifest({ files: { ...withoutWorker, [worker]: { ...workerFile!, policy: "page-asset" } } }),
  ],
  "a page without a placeholder for data": [createManifest(), { "index.html": "<!doctype html>" }],
  "a page with two placeholders for data": [createManifest(), { "index.html": html + html }],
  "a missing page": [createManifest(), { "index.html": undefined }],
  "a missing file": [createManifest(), { [page]: undefined }],
  "a file with a different hash": [createManifest(), { [page]: "alert(1)" }],
  "a missing compressed file": [createManifest(), { [`${worker}.br`]: undefined }],
  "a compressed file with different content": [createManifest(), { [`${page}.gz`]: gzipSync("alert(1)") }],
  "a compressed file that cannot be decompressed": [createManifest(), { [`${page}.br`]: "not compressed" }],
};
for (const [title, [manifest, change]] of Object.entries(damages)) {
  test(`refuses ${title}, and explains what to do`, () => {
    using built = writeBuild(manifest, change);
    assert.throws(
      () => readWorkbenchFiles(built.directory),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "ERR_WORKBENCH_DAMAGED");
        assert.match(error.message, /damaged: .+\. Build the workbench again .+ASSAY_WORKBENCH=off/);
        return true;
      },
    );
  });
}
