import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** The contents of the assets, by path. */
export const builtFiles = {
  "assets/page-0a1b2c3d.js": `document.title = ${JSON.stringify("assay ".repeat(200))};`,
  "assets/page-0a1b2c3d.css": "body { margin: 0 }",
  "assets/worker-4e5f6a7b.js": "self.onmessage = () => {};",
} as const;

const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

/** Writes a stand-in for the built workbench into a temporary directory. */
export function writeBuild(): Disposable & { readonly directory: string } {
  const directory = mkdtempSync(join(tmpdir(), "assay-workbench-"));
  mkdirSync(join(directory, "assets"));
  const files = Object.entries(builtFiles).map(([name, text]) => {
    writeFileSync(join(directory, name), text);
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(directory, `${name}.gz`), gzipSync(text));
    const contentType = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
    const policy = name.includes("worker") ? "worker" : "page-asset";
    return [name, { contentType, policy, sha256: hash("sha256", text) }] as const;
  });
  const manifest = {
    page: "index.html",
    worker: "assets/worker-4e5f6a7b.js",
    files: Object.fromEntries(files),
  };
  const html = `<!doctype html><html lang="en"><head><title>Assay</title><!--page-data-->
<link rel="stylesheet" href="%BASE%/assets/page-0a1b2c3d.css"></head>
<body><script type="module" src="%BASE%/assets/page-0a1b2c3d.js"></script></body></html>`;
  writeFileSync(join(directory, "index.html"), html);
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
}
