import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, type JsonObject, resolveTests } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import type { Domain } from "../candidates/domains.ts";
import { engine } from "../cases/run-case.ts";

const data = join(import.meta.dirname, "../../../../../shared/data");
const [first, second] = [join(data, "unseen-domains"), join(data, "unseen-domains-2")];

/** Why tests of domains that nobody had in mind are skipped, or false if their files are there. */
export const unseenSkipReason: string | false =
  ![first, second].every((folder) => existsSync(folder)) &&
  "the drafts of other trades are not beside the repository, in shared/data";

/** A wrong draft for a product of another trade, with the right outcome as written down before it was run. */
export interface UnseenDraft extends Domain {
  readonly candidate: Json;
  readonly mistakes: number;
  /** Whether a mistake is the owner's. */
  readonly isOwners: boolean;
  /** Whether it violates a rule of its product team. */
  readonly isViolating: boolean;
  /** The candidate that was meant, where it is known. */
  readonly intended?: Json | undefined;
}

// As read by a person; the second set tells the kinds of its mistakes.
const violatingDrafts = new Set([12, 30, 40, 50, 76, 80, 99, 132, 142, 319, 320, 368]);
const ruleKinds = new Set(["contradiction", "reference", "copy", "missing", "tag", "value", "warning", "short"]);

/** The drafts of both sets, named by their numbers. */
export function unseenDrafts(): readonly UnseenDraft[] {
  const domains = new Map(unseenDomains().map((domain) => [domain.name, domain]));
  const findDomain = (name: string) => domains.get(name) as Domain;
  const numbered = (readJson(first, "drafts.json") as readonly FirstDraft[]).map(
    ({ n, package: name, who, candidate, mistakes, intended }) => ({
      ...findDomain(name),
      name: String(n),
      candidate,
      mistakes,
      intended,
      isOwners: who === "owner",
      isViolating: violatingDrafts.has(n),
    }),
  );
  const others = ["lift", "museum"].flatMap((name) =>
    (readJson(second, name, "expected.json") as readonly SecondDraft[]).map(({ n, mistakes, intended }) => {
      const real = mistakes.filter(({ who }) => who !== "none");
      return {
        ...findDomain(name),
        name: `${name} ${n}`,
        intended,
        mistakes: real.length,
        candidate: readJson(second, name, "drafts", `${n}.json`) as Json,
        isOwners: real.some(({ who }) => who === "owner"),
        isViolating: real.some(({ kind }) => ruleKinds.has(kind)),
      };
    }),
  );
  return [...numbered, ...others];
}

interface FirstDraft {
  readonly n: number;
  readonly package: string;
  readonly mistakes: number;
  readonly who: "auto" | "author" | "owner";
  readonly candidate: Json;
  readonly intended?: JsonObject;
}

interface SecondDraft {
  readonly n: string;
  readonly mistakes: readonly { readonly who: string; readonly kind: string }[];
  readonly intended: Json;
}

/** Drafts with a name or a word that is near to another one: none may become valid through fixes. */
export function unseenProbes(): readonly (Domain & { readonly candidate: Json })[] {
  return ["probe-strings", "probe-enums"].flatMap((folder) => {
    const domain = compile(folder, join(second, folder, "spec-package.json"), join(second, folder, "registry.json"));
    const files = readdirSync(join(second, folder)).filter((file) => file.startsWith("n-"));
    return files.map((file) => ({ ...domain, name: file, candidate: readJson(second, folder, file) as Json }));
  });
}

/** The seven domains. */
export function unseenDomains(): readonly Domain[] {
  return packageFiles().map(({ name, file }) =>
    compile(name, file, file.replace("spec-package.json", "registry.json")),
  );
}

/** The bytes of their spec packages. */
export function unseenPackages(): readonly Uint8Array[] {
  return packageFiles().map(({ file }) => readFileSync(file));
}

function packageFiles(): readonly { readonly name: string; readonly file: string }[] {
  return [
    ...["lab", "robo", "pay", "music", "iac"].map((name) => ({ name, file: join(first, `${name}.spec-package.json`) })),
    ...["lift", "museum"].map((name) => ({ name, file: join(second, name, "spec-package.json") })),
  ];
}

function compile(name: string, file: string, registryFile: string): Domain {
  const compiled = engine.compileSpec(readFileSync(file));
  if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
  const { spec } = compiled;
  const accepted = resolveTests(spec.document).find(({ expect }) => expect.length === 0);
  const registry = registryFromSnapshot(readJson(registryFile) as Parameters<typeof registryFromSnapshot>[0]);
  return { name, spec, registry, example: accepted?.candidate as JsonObject };
}

function readJson(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}
