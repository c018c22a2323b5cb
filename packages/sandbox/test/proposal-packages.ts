import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject, ProposalPackage } from "@assay/contract";
import { type CompiledSpec, registryFromSnapshot } from "@assay/engine";
import canonicalize from "canonicalize";
import { engine, sha256 } from "../src/engine.ts";
import { readDatamintRules } from "../src/product/rules.ts";

const loyaltyCard = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@assay/contract/cases/candidates/loyalty-card.json")), "utf8"),
) as JsonObject;

const specs = { "1.0.0": compile("1.0.0"), "2.0.0": compile("2.0.0") };

/** A registry in which every id is free. */
const emptyRegistry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });

/** Returns a compiled spec package of Datamint. */
export function findSpec(version: keyof typeof specs = "1.0.0"): CompiledSpec {
  return specs[version];
}

/** Creates a valid candidate, with these members replaced or added. */
export function createCandidate(members: JsonObject = {}): JsonObject {
  return { ...loyaltyCard, ...members };
}

/** Builds the proposal package of a valid candidate. */
export function createPackage(members: JsonObject = {}, version: keyof typeof specs = "1.0.0"): ProposalPackage {
  const built = engine.build({ spec: specs[version], registry: emptyRegistry, candidate: createCandidate(members) });
  if (!built.proposalPackage) throw new Error(built.verdict.summary);
  return built.proposalPackage;
}

/** Creates a proposal package with changed members and a matching digest. */
export function forgePackage(members: JsonObject): ProposalPackage {
  const { digest: _, ...content } = { ...createPackage(), ...members } as JsonObject;
  return { ...content, digest: `sha256:${sha256(canonicalize(content) as string)}` } as unknown as ProposalPackage;
}

/** An answer with its parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly body: any;
}

/** Submits a package, or a body given as a string. */
export async function submitTo(
  url: string,
  content: { readonly proposalPackage: Json | ProposalPackage } | string,
  headers: { readonly [name: string]: string } = {},
): Promise<Answer> {
  const body = typeof content === "string" ? content : JSON.stringify(content);
  return readAnswer(
    await fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }),
  );
}

/** Gets a document. */
export async function get(url: string, headers: { readonly [name: string]: string } = {}): Promise<Answer> {
  return readAnswer(await fetch(url, { headers }));
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

function compile(version: "1.0.0" | "2.0.0"): CompiledSpec {
  const compiled = engine.compileSpec(readDatamintRules(version));
  if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
  return compiled.spec;
}
