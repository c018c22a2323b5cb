import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { listBranches } from "./find-accepted-types.ts";
import { findRefTarget, readMembers, readRequired } from "./subschemas.ts";

/** The property whose value (the tag) selects a branch of a `oneOf`, and the tag of each branch. */
export interface Discriminator {
  readonly name: string;
  readonly tags: readonly string[];
  /** The known and the required properties of each branch. */
  readonly branches: readonly { readonly known: ReadonlySet<string>; readonly required: readonly string[] }[];
  /** The properties that every branch declares, except the property with the tag. */
  readonly shared: readonly string[];
}

// A cache. The root is not part of the key, because a schema has only one root.
const discriminators = new WeakMap<object, Discriminator | undefined>();

/** Finds the discriminator of a `oneOf`: a required property with a different constant string in each object branch. */
export function lookUpDiscriminator(root: JsonSchema, schema: JsonObject): Discriminator | undefined {
  if (!Object.hasOwn(schema, "oneOf")) return undefined;
  if (!discriminators.has(schema)) discriminators.set(schema, findDiscriminator(root, listBranches(schema, "oneOf")));
  return discriminators.get(schema);
}

/**
 * Replaces a `oneOf` that has a discriminator with the internal keyword `discriminator`, which holds the name of the
 * property and its values. All branches describe objects, so the type becomes `object`.
 */
export function addDiscriminator(root: JsonSchema, schema: JsonObject): JsonObject {
  const discriminator = lookUpDiscriminator(root, schema);
  if (!discriminator) return schema;
  const { oneOf, ...others } = schema;
  return { ...others, type: "object", discriminator: [discriminator.name, ...discriminator.tags] };
}

function findDiscriminator(root: JsonSchema, branches: readonly JsonSchema[]): Discriminator | undefined {
  const chains = branches.map((branch) => followChain(root, branch));
  const names = new Set(chains[0]?.flatMap((schema) => Object.keys(readMembers(schema, "properties"))));
  for (const name of names) {
    const tags = findTags(chains, name);
    if (!tags) continue;
    const branches = chains.map((chain) => ({
      known: new Set(chain.flatMap((schema) => Object.keys(readMembers(schema, "properties")))),
      required: chain.flatMap(readRequired),
    }));
    const shared = [...(branches[0]?.known ?? [])].filter(
      (each) => each !== name && branches.every(({ known }) => known.has(each)),
    );
    return { name, tags, branches, shared };
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
