import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, type JsonObject, resolveTests } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import type { Domain } from "../candidates/domains.ts";
import { compileValidSpec } from "../cases/compile-valid-spec.ts";
import { patchJson } from "../cases/patch-json.ts";

const folder = join(import.meta.dirname, "../../unseen-domains");

/** A product that Assay was not designed for, with drafts for it. */
export interface UnseenDomain extends Domain {
  readonly drafts: readonly UnseenDraft[];
}

/** A draft with its errors, each as its code and place. */
export interface UnseenDraft {
  readonly id: string;
  readonly candidate: Json;
  /** The errors without a fix. */
  readonly open: readonly string[];
  readonly fixed: readonly string[];
  /** The candidate that was meant, if there are fixes. */
  readonly intended: Json;
}

// `expected` was written down before Assay first checked the draft, and so was `intended`, except for 14 drafts whose fixes
// were reviewed later. Codes and places were recorded and compared with both. In brackets is what Assay does instead. Most
// of these are "no fix": since fixes are equalities, Assay asks where a unit, a list, a date or a word is to be converted.
type DraftRow = readonly [
  id: string,
  expected: string,
  changes: Changes,
  open: readonly string[],
  fixed?: readonly string[],
  intended?: Changes,
];

/** Changes to the accepted candidate of a package. Without a value, the member is removed. */
type Changes = readonly (readonly [path: string, value?: Json])[];

/** Reads and compiles the domains in `unseen-domains/`. */
export function unseenDomains(): readonly UnseenDomain[] {
  return readdirSync(folder).map((file) => {
    const { specPackage, registry, drafts } = JSON.parse(readFileSync(join(folder, file), "utf8")) as DomainFile;
    const spec = compileValidSpec(new TextEncoder().encode(JSON.stringify(specPackage)));
    const example = resolveTests(spec.document)[0]?.candidate as JsonObject;
    return {
      name: file.replace(".json", ""),
      spec,
      registry: registryFromSnapshot(registry),
      example,
      drafts: drafts.map(([id, , changes, open, fixed = [], intended = []]) => {
        return { id, candidate: change(example, changes), open, fixed, intended: change(example, intended) };
      }),
    };
  });
}

interface DomainFile {
  readonly specPackage: JsonObject;
  readonly registry: Parameters<typeof registryFromSnapshot>[0];
  readonly drafts: readonly DraftRow[];
}

function change(candidate: Json, changes: Changes): Json {
  const edits = changes.map(([path, value]) => {
    if (value === undefined) return { op: "remove", path } as const;
    return { op: /\/\d+$/.test(path) ? "replace" : "add", path, value } as const;
  });
  return patchJson(candidate, edits);
}
