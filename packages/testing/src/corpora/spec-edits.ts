import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@assay/contract";
import type { CompiledSpec } from "@assay/engine";
import { specFile } from "../cases/golden-cases.ts";
import { type CaseEdit, patchJson } from "../cases/patch-json.ts";
import { engine } from "../cases/run-case.ts";
import { unseenDomainsAreAbsent, unseenPackages } from "./unseen-domains.ts";

/** One edit of a spec package, and what it does to candidates, as a person wrote it down before anything was run. */
export interface SpecEdit {
  readonly package: string;
  readonly what: string;
  /** Whether some candidates are accepted that were refused, some refused that were accepted, both, or none. */
  readonly effect: "accepts" | "refuses" | "both" | "none";
  /** What a prover of subsets said, before observed verdicts replaced it (decision 0032). */
  readonly prover: SpecEdit["effect"] | "undecided";
  readonly edit: readonly CaseEdit[];
}

/** A spec package before and after one edit. */
export interface EditedPackage extends SpecEdit {
  readonly before: CompiledSpec;
  readonly after: CompiledSpec;
}

const root = join(import.meta.dirname, "../../../..");

/** Why the edits of some packages are left out, or false when every package is there. */
export const someEditsAreAbsent: string | false = unseenDomainsAreAbsent;

/** Every edit whose package is there. */
export function editedPackages(): readonly EditedPackage[] {
  const edits = readJson("packages/testing/spec-edits/single-edits.json") as unknown as readonly SpecEdit[];
  const documents = packages();
  return edits.flatMap((edit) => {
    const document = documents.get(edit.package);
    if (document === undefined) return [];
    return [{ ...edit, before: compiled(document, edit), after: compiled(patchJson(document, edit.edit), edit) }];
  });
}

function packages(): ReadonlyMap<string, Json> {
  const { written, rounds } = readJson("packages/testing/first-packages/wayfinder.json") as unknown as {
    readonly written: Json;
    readonly rounds: readonly (readonly CaseEdit[])[];
  };
  const unseen = unseenDomainsAreAbsent ? [] : unseenPackages();
  return new Map<string, Json>([
    ["datamint", JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")))],
    ["wayfinder", patchJson(written, rounds.flat())],
    ["swatchbook", readJson("examples/smallest-spec-package/spec-package.json")],
    ...unseen.map(({ name, bytes }): [string, Json] => [
      name.replace(".spec-package.json", ""),
      JSON.parse(new TextDecoder().decode(bytes)),
    ]),
  ]);
}

// The tests of an edited package may fail: its author has not changed them yet.
function compiled(document: Json, { what }: SpecEdit): CompiledSpec {
  const result = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  const spec = result.kind === "ok" ? result.spec : result.rejectedSpec;
  if (!spec) throw new Error(`${what}: ${JSON.stringify(result)}`);
  return spec;
}

function readJson(path: string): Json {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
