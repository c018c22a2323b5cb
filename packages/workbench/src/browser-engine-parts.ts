import type { EngineParts, Sha256 } from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** What an engine is made of, where it runs. */
export interface EngineSource {
  readonly sha256: Sha256;
  /** Loads the parts that these spec packages need. */
  readonly loadParts: (specPackages: readonly Uint8Array[]) => Promise<EngineParts>;
}

const sha256: Sha256 = (text) => bytesToHex(hash(utf8ToBytes(text)));

/** The parts of an engine in a worker. CEL and host names are scripts of their own, loaded when a package needs them. */
export const browserEngineParts: EngineSource = {
  sha256,
  loadParts: (specPackages) => loadEngineParts(sha256, specPackages),
};
