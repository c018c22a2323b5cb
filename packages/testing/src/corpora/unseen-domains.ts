import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "@assay/contract";
import { type CompiledSpec, type RegistryView, registryFromSnapshot } from "@assay/engine";
import { engine } from "../cases/run-case.ts";

const { ASSAY_UNSEEN_DOMAINS: otherFolder } = process.env;
const folder = otherFolder ?? join(import.meta.dirname, "../../../../../shared/data/unseen-domains");

/** Whether the drafts are of another folder, which `ASSAY_UNSEEN_DOMAINS` names: nobody has set bars for those. */
export const areOtherDrafts: boolean = otherFolder !== undefined;

/** A wrong draft for a product of another trade, with the right outcome as written down before it was run. */
export interface UnseenDraft {
  readonly n: number;
  readonly package: string;
  readonly name: string;
  readonly expert: string;
  readonly mistakes: number;
  /** Who must act; `auto`: a fix is certain. */
  readonly who: "auto" | "author" | "owner";
  readonly candidate: Json;
  /** The candidate that was meant, where it is known. */
  readonly intended?: JsonObject;
}

/** What a draft is checked against. */
export interface UnseenDomain {
  readonly spec: CompiledSpec;
  readonly registry: RegistryView;
}

/** Why tests of these drafts are skipped, or false when their files are there. */
export const unseenDomainsAreAbsent: string | false = existsSync(folder)
  ? false
  : "the drafts of other trades are not beside the repository, in shared/data/unseen-domains";

/** The drafts, in the order of their numbers. */
export function unseenDrafts(): readonly UnseenDraft[] {
  return JSON.parse(readText("drafts.json"));
}

/** The bytes of the spec packages. */
export function unseenPackages(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".spec-package.json"))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** The spec package and registry of a trade, such as `lab`. */
export function unseenDomain(name: string): UnseenDomain {
  const compiled = engine.compileSpec(readFileSync(join(folder, `${name}.spec-package.json`)));
  if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
  return { spec: compiled.spec, registry: registryFromSnapshot(JSON.parse(readText(`${name}.registry.json`))) };
}

function readText(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}
