import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledSpec } from "@assay/engine";
import { engine } from "../engine.ts";

/** The path under which a product publishes its rules. */
export const rulesPath = "/spec-packages";

/** A product's current and announced spec packages, and the digests of all that have been in force. */
export interface Rules {
  findCurrent(): CompiledSpec;
  /** Whether these rules were in force before the current ones. */
  wasInForce(digest: string): boolean;
  /** Returns the current spec package as it is served, with the announcement of the next. */
  writeCurrent(origin: string): string;
  findDocument(version: string): string | undefined;
  /** Puts a spec package into force. Throws if the package is broken; the current package then stays in force. */
  publish(specPackage: Uint8Array): void;
  /** Announces the next spec package, or withdraws the announcement. */
  announce(specPackage: Uint8Array | undefined, effectiveFrom?: string): void;
}

// The sandbox is never published, so it can read these files from the repository.
const datamint = join(import.meta.dirname, "../../../contract/spec-packages/datamint/generator-option");

/** Reads one of Datamint's spec packages. */
export function readDatamintRules(version: "1.0.0" | "2.0.0"): Uint8Array {
  return readFileSync(join(datamint, `${version}.json`));
}

/** Creates the rules of a product, with a first spec package in force. */
export function createRules(first: Uint8Array): Rules {
  const inForce = new Set<string>();
  const documents = new Map<string, string>();
  let current = publish(first);
  let next: { readonly version: string; readonly effectiveFrom: string } | undefined;

  function publish(specPackage: Uint8Array): CompiledSpec {
    const spec = add(specPackage);
    inForce.add(spec.digest);
    return spec;
  }

  // A published version never changes but announcements do, so the document of a version omits `next`.
  function add(specPackage: Uint8Array): CompiledSpec {
    const compiled = engine.compileSpec(specPackage);
    if (compiled.kind === "broken") {
      const problems = compiled.problems.map(({ at, message }) => `${at}: ${message}`);
      throw new Error(`The spec package is broken.\n${problems.join("\n")}`);
    }
    const { next: _, ...document } = compiled.spec.document;
    documents.set(document.version, JSON.stringify(document));
    return compiled.spec;
  }

  return {
    findCurrent: () => current,
    wasInForce: (digest) => digest !== current.digest && inForce.has(digest),
    writeCurrent(origin) {
      const { next: _, ...document } = current.document;
      if (!next) return JSON.stringify(document);
      return JSON.stringify({ ...document, next: { ...next, url: `${origin}${rulesPath}/${next.version}.json` } });
    },
    findDocument: (version) => documents.get(version),
    publish(specPackage) {
      current = publish(specPackage);
      if (next?.version === current.document.version) next = undefined;
    },
    announce(specPackage, effectiveFrom = "2027-03-01T00:00:00Z") {
      next = specPackage && { version: add(specPackage).document.version, effectiveFrom };
    },
  };
}
