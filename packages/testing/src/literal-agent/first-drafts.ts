import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { type Domain, domainNamed, specPackageNames } from "../candidates/domains.ts";
import { takenIds } from "./hurried-mistakes.ts";
import { type Conversation, converse } from "./literal-agent.ts";

/** A first draft, as a hurried author writes it from a brief of a sentence or two, without a look at the schema. */
export interface FirstDraft {
  readonly title: string;
  readonly brief: string;
  /** What the brief says, as properties of a candidate. */
  readonly facts?: JsonObject;
  readonly draft: Json;
}

/** The first drafts for one product, and what became of each. */
export interface Attempts {
  readonly domain: Domain;
  readonly attempts: readonly { readonly first: FirstDraft; readonly conversation: Conversation }[];
}

const folder = join(import.meta.dirname, "../../first-drafts");
const registry = registryFromSnapshot({
  revision: "1",
  entries: takenIds.map((id) => ({ id, state: "active" as const })),
  pending: [],
});

/** Takes all first drafts as far as they go, by products in the order of their names. */
export function attemptAll(): readonly Attempts[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const product = file.replace(/\.json$/, "");
      const domain = domainNamed(specPackageNames.find((name) => name.startsWith(`${product}/`)) ?? product);
      const drafts = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly FirstDraft[];
      const attempts = drafts.map((first) => {
        const conversation = converse({ domain, registry, draft: first.draft, brief: first.facts ?? {} });
        return { first, conversation };
      });
      return { domain, attempts };
    });
}
