import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { createRandom } from "../../seeded-random.ts";
import { type ClosedObject, closedObjects, withMembers, withNames, without } from "./closed-objects.ts";
import { fittingValue } from "./fitting-value.ts";
import { misspell } from "./misspell.ts";
import { evidentName, namesIn } from "./name-evidence.ts";
import { realisticProperties } from "./realistic-names.ts";
import type { Trap } from "./trap.ts";

/** A required property is forgotten, and one that nobody asked for is there: with a value of its own, or one that fits. */
export function forgottenAndUnrelated(domain: Domain): readonly Trap[] {
  const random = createRandom(1);
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, domain.example);
  return realisticProperties.flatMap(([name, value], index) =>
    [false, true].flatMap((fits) => {
      const object = random.below(2) === 0 ? (objects[0] as ClosedObject) : random.pick(objects);
      const forgotten = random.pick(object.required.filter((required) => required !== "owner"));
      if (Object.hasOwn(object.properties, name)) return [];
      const original = object.members[forgotten] as Json;
      const unrelated = fits ? fittingValue(object.properties[forgotten] ?? {}, original) : value;
      return [trapOf({ domain, object, forgotten, name, unrelated, way: index, isInPlace: random.below(2) === 0 })];
    }),
  );
}

interface Parts {
  readonly domain: Domain;
  readonly object: ClosedObject;
  readonly forgotten: string;
  readonly name: string;
  readonly unrelated: Json;
  readonly way: number;
  /** Whether the unrelated property stands where the forgotten one would. */
  readonly isInPlace: boolean;
}

function trapOf({ domain, object, forgotten, name, unrelated, way, isInPlace }: Parts): Trap {
  const { path, members, properties } = object;
  const write = (change: (members: JsonObject) => JsonObject) => withMembers(domain.example, path, change);
  const candidate = write(() =>
    isInPlace
      ? { ...withNames(members, { [forgotten]: name }), [name]: unrelated }
      : { ...without(members, forgotten), [name]: unrelated },
  );
  const shared = { domain, candidate, truth: "cannot be known" } as const;
  const evident = evidentName(
    name,
    namesIn({ ...without(members, forgotten), [name]: unrelated }, Object.keys(properties)),
  );
  if (evident !== undefined) {
    const isMeant = evident === forgotten;
    const twin = {
      candidate: isMeant
        ? write(() => withNames(members, { [forgotten]: name }))
        : write(() => withNames(members, { [forgotten]: misspell(forgotten, way) })),
      truth: { meant: domain.example },
    };
    return { ...shared, kind: "forgotten, and a name that the rule matches", twin };
  }
  const twin = {
    candidate: write(() => ({ ...withNames(members, { [forgotten]: misspell(forgotten, way) }), [name]: unrelated })),
    truth: { meant: write(() => ({ ...members, [name]: unrelated })) },
  };
  return { ...shared, kind: "forgotten and unrelated", twin };
}
