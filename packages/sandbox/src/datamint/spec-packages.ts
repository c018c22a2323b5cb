import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { SpecPackage } from "@assay/contract";
import type { CompiledSpec } from "@assay/engine";
import { engine } from "../engine.ts";
import { inTransaction } from "./database.ts";

/** The path below which Datamint publishes its rules. */
export const specPackagesPath = "/spec-packages/generator-option";

/** The spec packages that Datamint published: the one in force, those before it and the announced next. */
export interface SpecPackages {
  current(): CompiledSpec;
  /** Whether these rules were ever in force. */
  knows(digest: string): boolean;
  /** The package in force as it is served, with the announcement of the next. */
  currentDocument(origin: string): string;
  documentOf(version: string): string | undefined;
  /** Puts a package in force. */
  publish(bytes: Uint8Array): void;
  /** Announces the next package, or that there is none. */
  announce(bytes: Uint8Array | undefined, effectiveFrom?: string): void;
}

// Beside the sandbox in the repository; neither is published.
const specPackages = join(import.meta.dirname, "../../../contract/spec-packages/datamint/generator-option");

/** One of Datamint's spec packages. */
export function specPackageFile(version: "1.0.0" | "2.0.0"): Uint8Array {
  return readFileSync(join(specPackages, `${version}.json`));
}

/** Opens the published spec packages; in a new database 1.0.0 is in force and 2.0.0 is announced. */
export function createSpecPackages(db: DatabaseSync): SpecPackages {
  const insert = db.prepare(
    "INSERT INTO specPackages (digest, version, document) VALUES (?, ?, ?) ON CONFLICT (digest) DO NOTHING",
  );
  const putInForce = db.prepare(
    `UPDATE specPackages SET announcedFrom = NULL,
       inForceOrder = (SELECT coalesce(max(inForceOrder), 0) + 1 FROM specPackages) WHERE digest = ?`,
  );
  const clearAnnouncement = db.prepare("UPDATE specPackages SET announcedFrom = NULL");
  const setAnnouncement = db.prepare("UPDATE specPackages SET announcedFrom = ? WHERE digest = ?");
  const inForce = db.prepare(
    "SELECT document FROM specPackages WHERE inForceOrder IS NOT NULL ORDER BY inForceOrder DESC LIMIT 1",
  );
  const wasInForce = db.prepare("SELECT 1 FROM specPackages WHERE digest = ? AND inForceOrder IS NOT NULL");
  const announced = db.prepare(
    "SELECT version, announcedFrom AS effectiveFrom FROM specPackages WHERE announcedFrom IS NOT NULL",
  );
  const byVersion = db.prepare(
    `SELECT document FROM specPackages
     WHERE version = ? AND coalesce(inForceOrder, announcedFrom) IS NOT NULL ORDER BY rowid DESC LIMIT 1`,
  );

  function publish(bytes: Uint8Array): CompiledSpec {
    return inTransaction(db, () => {
      const spec = add(bytes);
      putInForce.run(spec.digest);
      return spec;
    });
  }

  function announce(bytes: Uint8Array | undefined, effectiveFrom = "2027-03-01T00:00:00Z"): void {
    inTransaction(db, () => {
      clearAnnouncement.run();
      if (bytes) setAnnouncement.run(effectiveFrom, add(bytes).digest);
    });
  }

  function add(bytes: Uint8Array): CompiledSpec {
    const spec = compile(bytes);
    insert.run(spec.digest, spec.document.version, documentWithoutNext(spec.document, bytes));
    return spec;
  }

  const stored = inForce.get()?.document as string | undefined;
  let current = stored === undefined ? publish(specPackageFile("1.0.0")) : compile(Buffer.from(stored));
  if (stored === undefined) announce(specPackageFile("2.0.0"));

  return {
    current: () => current,
    knows: (digest) => wasInForce.get(digest) !== undefined,
    currentDocument(origin) {
      const { next: _, ...document } = current.document;
      const next = announced.get() as { readonly version: string; readonly effectiveFrom: string } | undefined;
      const url = `${origin}${specPackagesPath}/${next?.version}.json`;
      return JSON.stringify(next ? { ...document, next: { ...next, url } } : document);
    },
    documentOf: (version) => byVersion.get(version)?.document as string | undefined,
    publish(bytes) {
      current = publish(bytes);
    },
    announce,
  };
}

function compile(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "ok") return compiled.spec;
  const problems = compiled.problems.map(({ at, message, advice }) => `${at}: ${message} ${advice}`);
  throw new Error(`Datamint cannot publish a broken spec package.\n${problems.join("\n")}`);
}

// What is announced changes, a version does not: its document never speaks of the next.
function documentWithoutNext({ next, ...document }: SpecPackage, bytes: Uint8Array): string {
  return next ? JSON.stringify(document) : Buffer.from(bytes).toString();
}
