import { hash } from "node:crypto";
import { createEngine, type Engine } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** SHA-256 in hexadecimal; of a text, its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** The engine with which Datamint validates again: the same one that Assay runs. */
export const engine: Engine = createEngine({ sha256, cel });
