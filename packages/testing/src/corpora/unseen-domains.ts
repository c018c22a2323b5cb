import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, type JsonObject, resolveTests } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import type { Domain } from "../candidates/domains.ts";
import { compileValidSpec } from "../cases/compile-valid-spec.ts";

const data = join(import.meta.dirname, "../../../../../shared/data");
const [first, second] = [join(data, "unseen-domains"), join(data, "unseen-domains-2")];

/** The reason to skip tests of domains that Assay was not designed for, or false if their files exist. */
export const unseenSkipReason: string | false =
  ![first, second].every((folder) => existsSync(folder)) &&
  "the drafts from other industries (shared/data next to the repository) are missing";

/** A draft for a product in another industry, with its expected outcome, which was recorded before the first run. */
export interface UnseenDraft extends Domain {
  readonly candidate: Json;
  readonly mistakes: number;
  /** Whether only the owner can correct one of the mistakes. */
  readonly needsOwner: boolean;
  /** Whether the draft violates a rule of its product team. */
  readonly violatesRule: boolean;
  /** The candidate that the author intended, if known. */
  readonly intended?: Json | undefined;
}

// A person determined these for the first set. The second set records the kind of each mistake.
const violatingDrafts = new Set([12, 30, 40, 50, 76, 80, 99, 132, 142, 319, 320, 368]);
const ruleKinds = new Set(["contradiction", "reference", "copy", "missing", "tag", "value", "warning", "short"]);

/** Reads the drafts of both sets, named by their numbers. */
export function unseenDrafts(): readonly UnseenDraft[] {
  const domains = new Map(unseenDomains().map((domain) => [domain.name, domain]));
  const findDomain = (name: string) => domains.get(name) as Domain;
  const firstDrafts = (readJson(first, "drafts.json") as readonly FirstDraft[]).map(
    ({ n, package: name, who, candidate, mistakes, intended }) => ({
      ...findDomain(name),
      name: String(n),
      candidate,
      mistakes,
      intended,
      needsOwner: who === "owner",
      violatesRule: violatingDrafts.has(n),
    }),
  );
  const secondDrafts = ["lift", "museum"].flatMap((name) =>
    (readJson(second, name, "expected.json") as readonly SecondDraft[]).map(({ n, mistakes, intended }) => {
      const actual = mistakes.filter(({ who }) => who !== "none");
      return {
        ...findDomain(name),
        name: `${name} ${n}`,
        intended,
        mistakes: actual.length,
        candidate: readJson(second, name, "drafts", `${n}.json`) as Json,
        needsOwner: actual.some(({ who }) => who === "owner"),
        violatesRule: actual.some(({ kind }) => ruleKinds.has(kind)),
      };
    }),
  );
  return [...firstDrafts, ...secondDrafts];
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

/** Reads drafts in which a name or word is close to a valid one. Fixes must not make any of them valid. */
export function unseenProbes(): readonly (Domain & { readonly candidate: Json })[] {
  return ["probe-strings", "probe-enums"].flatMap((folder) => {
    const domain = compile(folder, join(second, folder, "spec-package.json"), join(second, folder, "registry.json"));
    const files = readdirSync(join(second, folder)).filter((file) => file.startsWith("n-"));
    return files.map((file) => ({ ...domain, name: file, candidate: readJson(second, folder, file) as Json }));
  });
}

/** Compiles the seven domains. */
export function unseenDomains(): readonly Domain[] {
  return packageFiles().map(({ name, file }) =>
    compile(name, file, file.replace("spec-package.json", "registry.json")),
  );
}

/** Reads the spec packages of the seven domains. */
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
  const spec = compileValidSpec(readFileSync(file));
  const accepted = resolveTests(spec.document).find(({ expect }) => expect.length === 0);
  const registry = registryFromSnapshot(readJson(registryFile) as Parameters<typeof registryFromSnapshot>[0]);
  return { name, spec, registry, example: accepted?.candidate as JsonObject };
}

function readJson(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}
