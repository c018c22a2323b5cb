import { hash } from "node:crypto";
import { createEngine, type Engine } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** Computes the SHA-256 digest in hexadecimal. A string is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** The engine with which the product checks submissions again, the same engine that Assay runs. */
export const engine: Engine = createEngine({ sha256, cel });
