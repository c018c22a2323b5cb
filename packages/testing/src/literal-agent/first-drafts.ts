import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { domainNamed, specPackageNames } from "../candidates/domains.ts";
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

/** A first draft, and what became of it. */
export interface Attempt {
  readonly first: FirstDraft;
  readonly conversation: Conversation;
}

const folder = join(import.meta.dirname, "../../first-drafts");
const registry = registryFromSnapshot({
  revision: "1",
  entries: takenIds.map((id) => ({ id, state: "active" as const })),
  pending: [],
});

/** Takes all first drafts as far as they go, by products in the order of their names. */
export function attemptAll(): readonly Attempt[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const product = file.replace(/\.json$/, "");
      const domain = domainNamed(specPackageNames.find((name) => name.startsWith(`${product}/`)) ?? product);
      const drafts = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly FirstDraft[];
      return drafts.map((first) => {
        const conversation = converse({ domain, registry, draft: first.draft, brief: first.facts ?? {} });
        return { first, conversation };
      });
    });
}
