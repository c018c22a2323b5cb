import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Json,
  type PatchOperation,
  type ProposalPackage,
  patchJson,
  type SpecProblem,
  type Verdict,
} from "@assay/contract";

/** A golden case of the contract, with its documents as texts. */
export type GoldenCase = { readonly name: string; readonly title: string } & (
  | { readonly kind: "reading"; readonly text: string; readonly expect: { unreadable: string } | { value: Json } }
  | { readonly kind: "refused"; readonly specPackage: string; readonly problems: readonly SpecProblem[] }
  | {
      readonly kind: "verdict";
      readonly input: {
        readonly specPackage: string;
        readonly next?: string;
        readonly registry: string;
        readonly candidate: string;
        readonly fixes?: boolean | "repair";
        readonly upcoming?: boolean;
      };
      readonly verdict: Verdict;
      readonly proposalPackage?: ProposalPackage;
      readonly ownerReview?: string;
    }
);

/** The file of a case; its README describes the members. */
interface CaseFile {
  readonly title: string;
  readonly text?: string;
  readonly hex?: string;
  readonly spec?: string;
  readonly specEdit?: readonly PatchOperation[];
  readonly specText?: string;
  readonly next?: string;
  readonly upcoming?: boolean;
  readonly registry?: string;
  readonly candidateFrom?: string;
  readonly edit?: readonly PatchOperation[];
  readonly candidate?: Json;
  readonly fixes?: boolean | "repair";
  readonly expect: { readonly unreadable: string } | { readonly value: Json };
  readonly verdict?: Verdict;
  readonly proposalPackage?: ProposalPackage;
  readonly ownerReview?: readonly string[];
  readonly problems?: readonly SpecProblem[];
}

const contract = dirname(fileURLToPath(import.meta.resolve("@assay/contract/package.json")));
// Documents that cases share; every other folder is a topic.
const shared = ["candidates", "registries"];

/** The golden cases that can be asked in texts, and how many are about bytes that are no text. */
export function readCases(): { readonly cases: readonly GoldenCase[]; readonly notText: number } {
  const folder = join(contract, "cases");
  const topics = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = topics
    .map(({ name }) => name)
    .filter((topic) => !shared.includes(topic))
    .sort()
    .flatMap((topic) =>
      readdirSync(join(folder, topic))
        .sort()
        .map((file) => `${topic}/${file.replace(/\.json$/, "")}`),
    );
  const cases = names.flatMap((name) => caseOf(name, read(`cases/${name}`) as never) ?? []);
  return { cases, notText: names.length - cases.length };
}

function caseOf(name: string, file: CaseFile): GoldenCase | undefined {
  const { title, spec, specText, problems, verdict } = file;
  if (spec === undefined && specText === undefined) {
    const text = file.text ?? textOf(file.hex ?? "");
    return text === undefined ? undefined : { name, title, kind: "reading", text, expect: file.expect };
  }
  const specPackage = specText ?? JSON.stringify(edited(read(`spec-packages/${spec}`), file.specEdit));
  if (problems) return { name, title, kind: "refused", specPackage, problems };
  if (!verdict) throw new TypeError(`The case ${name} has no recorded answer.`);
  const { next, upcoming, registry = "default", fixes, proposalPackage, ownerReview } = file;
  const input = {
    specPackage,
    ...(next !== undefined && { next: JSON.stringify(read(`spec-packages/${next}`)) }),
    registry: registryOf(registry, specPackage),
    candidate: JSON.stringify(candidateOf(file)),
    ...(fixes !== undefined && { fixes }),
    ...(upcoming !== undefined && { upcoming }),
  };
  return {
    ...{ name, title, kind: "verdict", input, verdict },
    ...(proposalPackage && { proposalPackage }),
    ...(ownerReview && { ownerReview: ownerReview.join("\n") }),
  };
}

// The registries of the cases are for every product.
function registryOf(name: string, specPackage: string): string {
  const { targetProduct } = JSON.parse(specPackage) as { readonly targetProduct: string };
  return JSON.stringify({ ...(read(`cases/registries/${name}`) as object), targetProduct });
}

function candidateOf({ candidateFrom, candidate = null, edit }: CaseFile): Json {
  return candidateFrom === undefined ? candidate : edited(read(`cases/candidates/${candidateFrom}`), edit);
}

function edited(document: Json, edits: readonly PatchOperation[] = []): Json {
  // Some cases are about members called `__proto__`.
  const patched = patchJson(document, edits, { anyName: true });
  if (patched.kind === "ok") return patched.value;
  throw new TypeError(`Edit ${patched.operation} in a golden case cannot be applied: ${patched.reason}.`);
}

function textOf(hex: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, "hex"));
  } catch {
    return undefined;
  }
}

const files = new Map<string, Json>();

function read(name: string): Json {
  const known = files.get(name) ?? (JSON.parse(readFileSync(join(contract, `${name}.json`), "utf8")) as Json);
  files.set(name, known);
  return known;
}
