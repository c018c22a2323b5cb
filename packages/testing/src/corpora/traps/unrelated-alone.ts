import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { createRandom } from "../../seeded-random.ts";
import { type ClosedObject, closedObjects, withMembers, withNames, without } from "./closed-objects.ts";
import { fittingValue } from "./fitting-value.ts";
import { misspell } from "./misspell.ts";
import { evidentName, namesIn } from "./name-evidence.ts";
import { realisticProperties } from "./realistic-names.ts";
import type { Trap } from "./trap.ts";

/** Nothing required is missing, and a property that nobody asked for holds something: to remove it loses that. */
export function unrelatedAlone(domain: Domain): readonly Trap[] {
  const objects = closedObjects(domain.spec.document.candidateSchema as Json, domain.example);
  return [...besideAbsentOptional(domain, objects), ...besideEverything(domain, objects), ...inSampleRecords(domain)];
}

const unrelatedPerDomain = 60;

function besideAbsentOptional(domain: Domain, objects: readonly ClosedObject[]): readonly Trap[] {
  const places = objects.flatMap((object) =>
    Object.keys(object.members)
      .filter((name) => !object.required.includes(name))
      .map((optional) => ({ object, optional })),
  );
  if (places.length === 0) return [];
  const random = createRandom(2);
  return drawn(random.below).flatMap(([name, value], index) => {
    const { object, optional } = random.pick(places);
    const { path, members, properties } = object;
    const names = namesIn({ ...without(members, optional), [name]: value }, Object.keys(properties));
    if (Object.hasOwn(properties, name) || evidentName(name, names)) return [];
    const fits = random.below(2) === 0;
    const unrelated = fits ? fittingValue(properties[optional] ?? {}, members[optional] as Json) : value;
    return [
      {
        kind: "unrelated while an optional property is absent",
        domain,
        candidate: withMembers(domain.example, path, () => ({ ...without(members, optional), [name]: unrelated })),
        truth: "cannot be known",
        twin: {
          candidate: withMembers(domain.example, path, () =>
            withNames(members, { [optional]: misspell(optional, index) }),
          ),
          truth: { meant: domain.example },
        },
      },
    ];
  });
}

// The twin of content is a property without any.
function besideEverything(domain: Domain, objects: readonly ClosedObject[]): readonly Trap[] {
  const complete = objects.filter(({ members, properties }) =>
    Object.keys(properties).every((name) => Object.hasOwn(members, name)),
  );
  if (complete.length === 0) return [];
  const random = createRandom(3);
  return drawn(random.below).flatMap(([name, value]) => {
    const { path, properties } = random.pick(complete);
    if (Object.hasOwn(properties, name)) return [];
    const beside = (added: Json) => withMembers(domain.example, path, (members) => ({ ...members, [name]: added }));
    return [
      {
        kind: "unrelated, nothing absent",
        domain,
        candidate: beside(value),
        truth: "cannot be known",
        twin: { candidate: beside(null), truth: { meant: domain.example } },
      },
    ];
  });
}

function inSampleRecords(domain: Domain): readonly Trap[] {
  const records = domain.example.sampleRecords as readonly JsonObject[] | undefined;
  if (!records) return [];
  const random = createRandom(4);
  const scalars = drawn(random.below).filter(([, value]) => typeof value !== "object");
  const changed = (isEverywhere: boolean, change: (record: JsonObject) => JsonObject) => ({
    ...domain.example,
    sampleRecords: records.map((record, at) => (isEverywhere || at === 0 ? change(record) : record)),
  });
  const declared = Object.keys(records[0] ?? {});
  const misspelled = (name: string, way: number) => (record: JsonObject) =>
    withNames(record, { [name]: misspell(name, way) });
  const truth = "cannot be known";
  const undeclared = scalars.map(([name, value], index): Trap => {
    const slipped = random.pick(declared);
    const candidate = changed(random.below(2) === 0, (record) => ({ ...record, [name]: value }));
    const twin = { candidate: changed(false, misspelled(slipped, index)), truth: { meant: domain.example } };
    return { kind: "undeclared sample field", domain, candidate, truth, twin };
  });
  // Records that agree with each other speak against the declaration as much as it speaks against them.
  const agreed = declared.flatMap((name) =>
    [0, 1].flatMap((way): readonly Trap[] => {
      if (misspell(name, way).toLowerCase() === name.toLowerCase()) return [];
      const candidate = changed(true, misspelled(name, way));
      const twin = { candidate: changed(false, misspelled(name, way)), truth: { meant: domain.example } };
      return [{ kind: "misspelled in every sample", domain, candidate, truth, twin }];
    }),
  );
  return [...undeclared, ...agreed];
}

function drawn(below: (end: number) => number): readonly (readonly [name: string, value: Json])[] {
  return Array.from(
    { length: unrelatedPerDomain },
    () => realisticProperties[below(realisticProperties.length)] as never,
  );
}
