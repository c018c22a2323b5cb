import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { EngineLoaderParts } from "./engine-loader.ts";

/** The parts of an engine in a worker. CEL and host names are scripts of their own, loaded when a package needs them. */
export const enginePartsHere: EngineLoaderParts = {
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  loadCel: async () => (await import("@assay/engine/cel")).cel,
  loadIdn: async () => (await import("@assay/engine/idn")).idn,
};
