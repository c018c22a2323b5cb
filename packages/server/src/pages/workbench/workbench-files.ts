import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Json, JsonSchema } from "@assay/contract";
import { createSchemaChecker } from "@assay/engine";
import type { Encoding } from "../choose-encoding.ts";
import { computeEtag } from "../etag.ts";

/** The content of `manifest.json`, which describes the built files of the workbench. */
export interface WorkbenchManifest {
  /** The name of the page: `index.html`. */
  readonly page: string;
  /** The name of the worker's script, one of `files`. */
  readonly worker: string;
  /** Every file below `assets/`, by its name. Each also exists in compressed form, as `.br` and `.gz`. */
  readonly files: { readonly [name: string]: WorkbenchManifestFile };
}

interface WorkbenchManifestFile {
  readonly contentType: string;
  /** The content security policy for the file; only the worker may load scripts. */
  readonly policy: "page-asset" | "worker";
  /** The hash of the uncompressed file, in hexadecimal digits. */
  readonly sha256: string;
}

/** The built files of the workbench, in memory. */
export interface WorkbenchFiles {
  /** The page, with its placeholders. */
  readonly html: string;
  readonly worker: string;
  /** By path, such as `/assets/page-1a2b3c.js`. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/** A file of the workbench, ready to be sent. */
export interface Asset extends Pick<WorkbenchManifestFile, "contentType" | "policy"> {
  readonly bodies: { readonly [encoding in Encoding]: { readonly bytes: Buffer; readonly etag: string } };
}

/** The placeholder in the built HTML, which the server replaces with the element that contains the page data. */
export const dataPlaceholder = "<!--page-data-->";

/** Reads the built files of the workbench; undefined if it has not been built. Throws if a file has been changed. */
export function readWorkbenchFiles(directory: string): WorkbenchFiles | undefined {
  const manifestFile = join(directory, "manifest.json");
  let text: string;
  try {
    text = readFileSync(manifestFile, "utf8");
  } catch (reason) {
    const { code, message } = reason as { readonly code?: unknown; readonly message?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw createDamageError(directory, `manifest.json cannot be read (${message})`);
  }
  const readBytes = (name: string) => {
    try {
      return readFileSync(join(directory, name));
    } catch (reason) {
      throw createDamageError(directory, `${name} cannot be read (${(reason as Error).message})`);
    }
  };
  const manifest = readManifest(text, directory);
  const html = readBytes(manifest.page).toString("utf8");
  if (html.split(dataPlaceholder).length !== 2)
    throw createDamageError(directory, `${manifest.page} does not contain ${dataPlaceholder} exactly once`);
  const assets = Object.entries(manifest.files).map(([name, file]) => {
    const bytes = readBytes(name);
    if (hash("sha256", bytes) !== file.sha256)
      throw createDamageError(directory, `${name} differs from its hash in manifest.json`);
    const [br, gzip] = [readBytes(`${name}.br`), readBytes(`${name}.gz`)];
    if (!isSame(bytes, () => brotliDecompressSync(br, { maxOutputLength: bytes.length + 1 })))
      throw createDamageError(directory, `${name}.br does not contain ${name}`);
    if (!isSame(bytes, () => gunzipSync(gzip, { maxOutputLength: bytes.length + 1 })))
      throw createDamageError(directory, `${name}.gz does not contain ${name}`);
    const { contentType, policy } = file;
    return [
      `/${name}`,
      { contentType, policy, bodies: { br: toBody(br), gzip: toBody(gzip), identity: toBody(bytes) } },
    ] as const;
  });
  return { html, worker: manifest.worker, assets: new Map(assets) };
}

function readManifest(text: string, directory: string): WorkbenchManifest {
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch {
    throw createDamageError(directory, "manifest.json is not JSON");
  }
  const [error] = createSchemaChecker(manifestSchema as JsonSchema)(document);
  if (error)
    throw createDamageError(
      directory,
      `manifest.json does not have the format that the build writes (${error.keyword} at "${error.pointer}")`,
    );
  const manifest = document as unknown as WorkbenchManifest;
  const { worker, files } = manifest;
  if (!Object.hasOwn(files, worker))
    throw createDamageError(directory, `manifest.json does not list ${worker} among its files`);
  if (files[worker]?.policy !== "worker")
    throw createDamageError(directory, `${worker} does not have the policy of a worker`);
  return manifest;
}

const assetName = "^assets/[A-Za-z0-9][A-Za-z0-9._-]{0,119}$";
const manifestSchema = {
  type: "object",
  properties: {
    page: { const: "index.html" },
    worker: { type: "string", pattern: assetName },
    files: {
      type: "object",
      propertyNames: { pattern: assetName },
      additionalProperties: {
        type: "object",
        properties: {
          contentType: { type: "string", pattern: "^[a-z]+/[a-z0-9.+-]+(?:; charset=utf-8)?$" },
          policy: { enum: ["page-asset", "worker"] },
          sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
        },
        required: ["contentType", "policy", "sha256"],
      },
    },
  },
  required: ["page", "worker", "files"],
} as const;

function isSame(bytes: Buffer, decompress: () => Buffer): boolean {
  try {
    return decompress().equals(bytes);
  } catch {
    return false;
  }
}

function toBody(bytes: Buffer): { readonly bytes: Buffer; readonly etag: string } {
  return { bytes, etag: computeEtag(bytes) };
}

function createDamageError(directory: string, damage: string): Error {
  const remedy = "Build the workbench again or reinstall the package, or set ASSAY_WORKBENCH=off to run without it.";
  const error = new Error(`The workbench files in ${directory} are damaged: ${damage}. ${remedy}`);
  return Object.assign(error, { code: "ERR_WORKBENCH_DAMAGED" });
}
