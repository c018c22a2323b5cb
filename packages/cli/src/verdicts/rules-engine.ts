import { hash } from "node:crypto";
import { limits, type SpecProblem } from "@assay/contract";
import {
  type CompiledSpec,
  createEngine,
  type Engine,
  type RegistryView,
  readRegistry,
  registryFromSnapshot,
} from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { readFile } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { openTriedPackages } from "./tried-packages.ts";

/** The bytes of a document, and its name in messages. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An engine, with the compiled rules and the registry that it uses. */
export interface RulesEngine {
  readonly engine: Engine;
  readonly spec: CompiledSpec;
  /** The announced next rules. */
  readonly next?: CompiledSpec | undefined;
  /** Undefined if ids are not looked up. */
  readonly registry: RegistryView | undefined;
}

/** Rules with a registry in which ids are looked up. */
export type OpenedRules = Pick<RulesEngine, "engine" | "spec"> & { readonly registry: RegistryView };

/** The paths of the files that contain the rules and the registry. */
export interface RuleFiles {
  readonly specPackage: string;
  readonly registry?: string | undefined;
}

/** Reads the rules and the registry from files, and compiles the rules. */
export async function readRules({ specPackage, registry }: RuleFiles, io: Io): Promise<RulesEngine> {
  const readNamed = (name: string, maxBytes: number) => ({ name, bytes: readFile(name, io, { maxBytes }) });
  const documents = {
    specPackage: readNamed(specPackage, limits.specPackage.bytes),
    registry: registry === undefined ? undefined : readNamed(registry, limits.registry.bytes),
  };
  return await openRules(documents, io);
}

interface Documents {
  readonly specPackage: NamedBytes;
  readonly next?: NamedBytes | undefined;
  readonly registry?: NamedBytes | undefined;
}

/** Loads the engine with the parts that the spec packages need, compiles the packages, and runs their tests once. */
export async function openRules(documents: Documents, io: Io): Promise<RulesEngine> {
  const packages = [documents.specPackage, ...(documents.next ? [documents.next] : [])];
  const parts = await loadEngineParts(
    (text) => hash("sha256", text),
    packages.map(({ bytes }) => bytes),
  );
  const engine = createEngine(parts);
  const tried = openTriedPackages(io);
  const open = ({ name, bytes }: NamedBytes) => {
    if (tried?.has(bytes)) return engine.compileAccepted(bytes);
    const compiled = engine.compileSpec(bytes);
    if (compiled.kind === "broken") throw toInvalidFailure(name, compiled.problems);
    tried?.add(bytes);
    return compiled.spec;
  };
  const spec = open(documents.specPackage);
  const next = documents.next && open(documents.next);
  const registry = documents.registry && openRegistry(documents.registry, spec.document.targetProduct);
  return { engine, spec, next, registry };
}

/** Reads the registry of a target product from a file. */
export function readRegistryFile(name: string, targetProduct: string, io: Pick<Io, "cwd">): RegistryView {
  return openRegistry({ name, bytes: readFile(name, io, { maxBytes: limits.registry.bytes }) }, targetProduct);
}

function openRegistry({ name, bytes }: NamedBytes, targetProduct: string): RegistryView {
  const read = readRegistry(bytes, targetProduct);
  if (read.kind === "unreadable") {
    throw new Failure(`${name}:${read.at.line}:${read.at.column}: ${toPrintable(read.message)}`);
  }
  if (read.kind === "refused") throw new Failure(`${name} is not the registry of ${targetProduct}: ${read.reason}.`);
  return registryFromSnapshot(read.document);
}

function toInvalidFailure(name: string, problems: readonly SpecProblem[]): Failure {
  const lines = problems.map(({ code, at, message, advice = "" }) =>
    toPrintable(`${name}#${at}: ${code}: ${message} ${advice}`).trimEnd(),
  );
  return new Failure([`${name} is not a valid spec package.`, ...lines].join("\n"));
}
