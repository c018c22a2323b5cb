import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject, readMember } from "../json/json.ts";
import { listBranches } from "./find-accepted-types.ts";
import { findRefTarget, readMembers, readRequired } from "./subschemas.ts";

/** The property whose value selects a branch of a `oneOf`, and its value in each of them. */
export interface Discriminator {
  readonly name: string;
  readonly tags: readonly string[];
  /** The properties of each branch, and those that it requires. */
  readonly branches: readonly { readonly known: ReadonlySet<string>; readonly required: readonly string[] }[];
  /** The properties besides the tag that every branch has. */
  readonly shared: readonly string[];
}

// Each schema is looked at once; a schema belongs to one root.
const discriminators = new WeakMap<object, Discriminator | undefined>();

/** The discriminator of a `oneOf`, if its branches are objects with a required property of different strings. */
export function lookUpDiscriminator(root: JsonSchema, schema: JsonObject): Discriminator | undefined {
  if (!Object.hasOwn(schema, "oneOf")) return undefined;
  if (!discriminators.has(schema)) discriminators.set(schema, findDiscriminator(root, listBranches(schema, "oneOf")));
  return discriminators.get(schema);
}

/**
 * The schema with `discriminator` in place of a `oneOf` that has one: the name of the property and its values. Every branch is an object, so nothing else fits.
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

// A branch, the definition that it refers to, the definition that this one refers to, and so on: all of them apply.
function followChain(root: JsonSchema, branch: JsonSchema): readonly JsonObject[] {
  if (!isObject(branch)) return [];
  const target = findRefTarget(root, branch);
  return [branch, ...(target ? followChain(root, target.schema) : [])];
}

// Ends at the first branch that has no tag, or the tag of another one.
function findTags(chains: readonly (readonly JsonObject[])[], name: string): readonly string[] | undefined {
  const tags = new Set<string>();
  for (const chain of chains) {
    const tag = chain.some((schema) => readRequired(schema).includes(name)) ? findTag(chain, name) : undefined;
    if (tag === undefined || tags.has(tag)) return undefined;
    tags.add(tag);
  }
  return [...tags];
}

// Generators write a tag as `const`, or as an `enum` of one value.
function findTag(chain: readonly JsonObject[], name: string): string | undefined {
  if (!chain.some((schema) => readMember(schema, "type") === "object")) return undefined;
  const described = chain.map((schema) => readMember(readMembers(schema, "properties"), name));
  if (described.includes(false)) return undefined;
  const values = described.flatMap((property) => (isObject(property) ? [findOnlyValue(property)] : []));
  return values.find((value) => typeof value === "string");
}

function findOnlyValue(schema: JsonObject): Json | undefined {
  const values = readMember(schema, "enum");
  return readMember(schema, "const") ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
}
