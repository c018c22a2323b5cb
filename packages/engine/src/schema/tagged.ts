import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { findRefTarget, listBranches, readMembers, readRequired } from "./subschemas.ts";

/** A `oneOf` whose branches a required property tells apart: its value, the tag, is a different constant in each branch. */
export interface Tagged {
  /** The name of that property. */
  readonly name: string;
  readonly tags: readonly string[];
}

/** Reads the tags of a `oneOf`; returns undefined if the schema has none, or if no property tells its branches apart. */
export function readTagged(root: JsonSchema, schema: JsonObject): Tagged | undefined {
  const chains = listBranches(schema, "oneOf").map((branch) => followChain(root, branch));
  const names = new Set(chains[0]?.flatMap((part) => Object.keys(readMembers(part, "properties"))));
  for (const name of names) {
    const tags = findTags(chains, name);
    if (tags) return { name, tags };
  }
  return undefined;
}

// Lists a branch and the definitions that it refers to, directly or indirectly: all of them apply.
function followChain(root: JsonSchema, branch: JsonSchema): readonly JsonObject[] {
  if (!isObject(branch)) return [];
  const target = findRefTarget(root, branch);
  return [branch, ...(target ? followChain(root, target.schema) : [])];
}

// Returns undefined if a branch has no tag or repeats the tag of another branch.
function findTags(chains: readonly (readonly JsonObject[])[], name: string): readonly string[] | undefined {
  const tags = new Set<string>();
  for (const chain of chains) {
    const tag = chain.some((schema) => readRequired(schema).includes(name)) ? findTag(chain, name) : undefined;
    if (tag === undefined || tags.has(tag)) return undefined;
    tags.add(tag);
  }
  return [...tags];
}

// Schema generators write a tag as `const`, or as an `enum` with one value.
function findTag(chain: readonly JsonObject[], name: string): string | undefined {
  if (!chain.some((schema) => readMember(schema, "type") === "object")) return undefined;
  const properties = chain.map((schema) => readMember(readMembers(schema, "properties"), name));
  if (properties.includes(false)) return undefined;
  const values = properties.flatMap((property) => (isObject(property) ? [findOnlyValue(property)] : []));
  return values.find((value) => typeof value === "string");
}

function findOnlyValue(schema: JsonObject): Json | undefined {
  const values = readMember(schema, "enum");
  return readMember(schema, "const") ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
}
