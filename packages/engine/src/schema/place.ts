import type { Json, JsonSchema } from "@assay/contract";
import { type ByType, everyType, isObject, type JsonType, readMember, toJsonType } from "../json/json.ts";
import type { Meter } from "../meter.ts";
import type { Test } from "./keywords.ts";
import type { Pattern } from "./pattern.ts";
import type { Tagged } from "./tagged.ts";

/** One subschema, as its author wrote it. */
export interface Part {
  readonly schema: JsonSchema;
  /** The path of the subschema in the whole schema. */
  readonly path: readonly string[];
  /** Distinguishes the part from all others in the schema. */
  readonly number: number;
  /** The cost, in steps, of checking a value against its requirements. */
  readonly steps: number;
  /** The JSON types that its own keywords accept. */
  readonly types: ReadonlySet<JsonType>;
  /** What it requires of a value itself, by the type of the value. */
  readonly requirements: ByType<readonly Requirement[]>;
  /** The parts that always apply to the same value: the target of `$ref`, and the parts in `allOf`. */
  readonly included: readonly Part[];
  /** What decides, by the value, which further parts apply to it. */
  readonly choices: readonly Choice[];
  /** The branches of each `anyOf` and `oneOf`, some of which apply to the same value. */
  readonly alternatives: readonly (readonly Part[])[];
  /** Applies to some of the items, as many as `minContains` and `maxContains` say. */
  readonly contained: Part | undefined;
  /** Applies to the names of the members. */
  readonly names: Part | undefined;
  /** Set if a property tells the branches of its `oneOf` apart. `tags` is the closed list of its values. */
  readonly tagged: (Tagged & { readonly list: Part }) | undefined;
  /** Whether the part is a closed list from outside the schema: of a rule, or the kinds of owner. */
  readonly isRuleList?: boolean;
  /** The index of the rule that the part comes from. */
  readonly rule?: number | undefined;
  /** The names of the members that it requires. */
  readonly required: readonly string[];
  readonly members: ReadonlyMap<string, Part>;
  readonly patternMembers: readonly { readonly names: Pattern; readonly part: Part }[];
  /** Applies to the members that match neither `members` nor `patternMembers`. */
  readonly otherMembers: Part | undefined;
  readonly firstItems: readonly Part[];
  /** Applies to the items after `firstItems`. */
  readonly items: Part | undefined;
  /** Where only this part applies, with what it includes. Created when it is first visited. */
  place?: Place;
}

/** A keyword that restricts a value itself. */
export interface Requirement<Value extends Json = Json> extends Test<Value> {
  readonly keyword: string;
  /** The value of the keyword. */
  readonly bound: Json;
  readonly part: Part;
}

/** A keyword that selects further parts by the value: `if`, `dependentSchemas`, or a `oneOf` with a tag. */
export interface Choice {
  readonly options: readonly Part[];
  select(value: Json, meter: Meter): Part | undefined;
}

// Keywords about the names that an object has.
const nameKeywords = new Set(["additionalProperties", "propertyNames", "patternProperties"]);
// What decides whether a value can be meant, before what it may be.
const kindKeywords = new Set(["type", "enum", "const", "false"]);

/**
 * All parts that apply to one value together: those of the schema, through `$ref` and `allOf`, and the closed lists of
 * rules. A value has a list of places: the certain one, and one for each part that a choice selected for it. The places of
 * what a value contains are created when they are first visited.
 */
export class Place {
  readonly parts: readonly Part[];
  readonly requirements: ByType<readonly Requirement[]>;
  readonly choices: readonly Choice[];
  /** The cost, in steps, of checking a value itself. */
  readonly steps: number;
  /** This place as a list, because most values have only one. */
  readonly alone: readonly Place[] = [this];
  /** The places of the declared members; null until they are created. */
  readonly #members: Map<string, Place | null>;
  readonly #hasPatterns: boolean;
  readonly #firstItems: number;
  readonly #items: (Place | undefined)[] = [];
  readonly #several = new Map<string, Place>();
  #otherMembers: Place | null | undefined = null;
  #types: ReadonlySet<JsonType> | undefined;

  constructor(direct: readonly Part[]) {
    const all = new Set<Part>();
    const include = (part: Part) => {
      if (all.has(part)) return;
      all.add(part);
      part.included.forEach(include);
    };
    direct.forEach(include);
    const parts = [...all];
    this.parts = parts;
    this.requirements = Object.fromEntries(
      everyType.map((type) => [type, parts.flatMap((part) => part.requirements[type])]),
    ) as unknown as Place["requirements"];
    this.choices = parts.flatMap((part) => part.choices);
    this.steps = parts.reduce((sum, part) => sum + part.steps, 0);
    this.#members = new Map(parts.flatMap((part) => [...part.members.keys()].map((name) => [name, null])));
    this.#hasPatterns = parts.some((part) => part.patternMembers.length > 0);
    this.#firstItems = Math.max(...parts.map((part) => part.firstItems.length));
  }

  /** The place of a member; undefined if the parts say nothing about it. Testing its name with patterns costs steps. */
  member(name: string, meter: Meter): Place | undefined {
    const known = this.#members.get(name);
    if (known) return known;
    if (this.#hasPatterns) return this.#combine(this.parts.flatMap((part) => listMemberParts(part, name, meter)));
    if (known === undefined) return this.#others;
    const created = this.#findDeclared(name);
    if (created) this.#members.set(name, created);
    return created;
  }

  /** The place of an item; undefined if the parts say nothing about it. */
  item(index: number): Place | undefined {
    const position = Math.min(index, this.#firstItems);
    if (position < this.#items.length) return this.#items[position];
    for (let next = this.#items.length; next <= position; next += 1)
      this.#items.push(this.#combine(this.parts.flatMap((part) => part.firstItems[next] ?? part.items ?? [])));
    return this.#items[position];
  }

  /**
   * The places of what a token of a pointer pattern leads to, whatever it contains: `*` leads to every item, and to every
   * value of a map.
   */
  inside(token: string, meter: Meter): readonly Place[] {
    // The values of a map include its declared properties. An object that allows no other properties is not a map.
    const isElement = token === "*" && this.#listElements().length > 0;
    const inner = isElement ? this.listInner() : token === "*" ? [] : [this.member(token, meter)];
    // A part that accepts everything accepts everything inside it, too.
    const open = this.parts.filter(({ schema }) => schema === true).map(findPlace);
    return [...inner, ...open].flatMap((place) => (place && !place.acceptsNothing ? [place] : []));
  }

  /** Whether no value is accepted here. */
  get acceptsNothing(): boolean {
    return this.parts.some(({ schema }) => schema === false);
  }

  /** Further places that can apply to the same value, depending on the value. */
  get further(): readonly Place[] {
    const options = this.choices.flatMap((choice) => choice.options);
    return [...options, ...this.parts.flatMap((part) => part.alternatives.flat())].map(findPlace);
  }

  /** The JSON types of the values that are accepted here. There might be too many, but never too few. */
  get types(): ReadonlySet<JsonType> {
    this.#types ??= this.intersect((part) => part.types);
    return this.#types;
  }

  /** Intersects what the keywords of each part accept; where there are alternatives, what one of them accepts. */
  intersect<Value>(list: (part: Part) => ReadonlySet<Value>): ReadonlySet<Value> {
    const [first, ...others] = this.parts.flatMap((part) => [
      list(part),
      ...part.alternatives.map((branches) =>
        branches.reduce<ReadonlySet<Value>>(
          (union, branch) => union.union(findPlace(branch).intersect(list)),
          new Set<Value>(),
        ),
      ),
    ]);
    return others.reduce((accepted, each) => accepted.intersection(each), first ?? new Set<Value>());
  }

  /** The only values that rules accept here, or else those that a part lists; undefined if there is no list. */
  listAllowed(part: Part): readonly Json[] | undefined {
    const { schema } = this.parts.findLast(({ isRuleList }) => isRuleList) ?? followRef(part);
    if (!isObject(schema)) return undefined;
    const value = readMember(schema, "const");
    const listed = value === undefined ? readMember(schema, "enum") : [value];
    return Array.isArray(listed) ? listed : undefined;
  }

  /** Whether the type of a value is accepted here. What a value of a wrong type contains is not visited. */
  acceptsType(value: Json): boolean {
    return this.requirements[toJsonType(value)].every(({ keyword }) => keyword !== "type");
  }

  /** Whether an object here can have a member with this name. */
  acceptsName(name: string, meter: Meter): boolean {
    const named = { [name]: null };
    return (
      this.member(name, meter)?.acceptsNothing !== true &&
      this.requirements.object.every(({ keyword, holds }) => !nameKeywords.has(keyword) || holds(named, meter))
    );
  }

  declares(name: string): boolean {
    return this.#members.has(name);
  }

  /** The names of the declared members. */
  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** The names of the required members. */
  get required(): readonly string[] {
    return this.parts.flatMap((part) => part.required);
  }

  /** Whether an object here is a map, whose author chooses the names of its entries. */
  get isMap(): boolean {
    return this.#hasPatterns || this.parts.some(({ otherMembers }) => isObject(otherMembers?.schema ?? null));
  }

  /** Whether a value might be accepted here, judging only by its type and the listed values. */
  canHold(value: Json, meter: Meter): boolean {
    const type = toJsonType(value);
    return (
      this.types.has(type) &&
      this.requirements[type].every(({ keyword, holds }) => !kindKeywords.has(keyword) || holds(value, meter))
    );
  }

  /** The places of everything that a value here can contain, except for what patterns add to declared members. */
  listInner(): readonly Place[] {
    return [...this.names.flatMap((name) => this.#findDeclared(name) ?? []), ...this.#listElements()];
  }

  #listElements(): readonly Place[] {
    return [
      ...Array.from({ length: this.#firstItems + 1 }, (_, index) => this.item(index)),
      ...this.parts.flatMap(({ patternMembers }) => patternMembers.map(({ part }) => findPlace(part))),
      this.#others,
    ].flatMap((place) => (place && !place.acceptsNothing ? [place] : []));
  }

  #findDeclared(name: string): Place | undefined {
    return this.#combine(
      this.parts.flatMap(
        (part) => part.members.get(name) ?? (part.patternMembers.length > 0 ? [] : (part.otherMembers ?? [])),
      ),
    );
  }

  // The place of members that neither a name nor a pattern declares.
  get #others(): Place | undefined {
    if (this.#otherMembers === null)
      this.#otherMembers = this.#combine(this.parts.flatMap((part) => part.otherMembers ?? []));
    return this.#otherMembers;
  }

  // Names that match the same patterns share a place.
  #combine(parts: readonly Part[]): Place | undefined {
    const [first, ...others] = parts;
    if (!first || others.length === 0) return first && findPlace(first);
    const key = parts.map(({ number }) => number).join();
    const place = this.#several.get(key) ?? new Place(parts);
    this.#several.set(key, place);
    return place;
  }
}

/** Finds the place where a part applies alone, with what it includes. */
export function findPlace(part: Part): Place {
  part.place ??= new Place([part]);
  return part.place;
}

/** Follows the references of a part to the part that describes the value. */
export function followRef(part: Part): Part {
  const [target] = part.included;
  return target && isObject(part.schema) && Object.hasOwn(part.schema, "$ref") ? followRef(target) : part;
}

/** Lists the values to which a part restricts a value; empty if it does not. */
export function listValues({ schema }: Part): readonly Json[] {
  const { enum: values, const: value } = isObject(schema) ? schema : {};
  return Array.isArray(values) ? values : value === undefined ? [] : [value];
}

/** Whether a part marks a property whose value only the owner can decide. */
export function isMarked({ schema }: Part): boolean {
  return isObject(schema) && readMember(schema, "needs") !== undefined;
}

function listMemberParts(part: Part, name: string, meter: Meter): readonly Part[] {
  const declared = part.members.get(name);
  const matching = part.patternMembers.filter(({ names }) => names.test(name, meter)).map((member) => member.part);
  const found = declared ? [declared, ...matching] : matching;
  return found.length === 0 && part.otherMembers ? [part.otherMembers] : found;
}
