import { allDomains, type Domain } from "../../candidates/domains.ts";
import { forgottenAndUnrelated } from "./forgotten-and-unrelated.ts";
import { listsInStrings } from "./lists-in-strings.ts";
import { mapKeys } from "./map-keys.ts";
import { namesByRule } from "./names-by-rule.ts";
import { otherWords } from "./other-words.ts";
import { ownerLookalikes } from "./owner-lookalikes.ts";
import { patterns } from "./patterns.ts";
import { type Trap, trapKinds } from "./trap.ts";
import { unrelatedAlone } from "./unrelated-alone.ts";
import { wrappers } from "./wrappers.ts";

const makers: readonly ((domain: Domain) => readonly Trap[])[] = [
  forgottenAndUnrelated,
  namesByRule,
  unrelatedAlone,
  otherWords,
  wrappers,
  mapKeys,
  listsInStrings,
  ownerLookalikes,
  patterns,
];

/** Every trap in every spec package of the contract, always the same ones in the same order. */
export function allTraps(): readonly Trap[] {
  return allDomains().flatMap(trapsIn);
}

/** Every trap in one of them. */
export function trapsIn(domain: Domain): readonly Trap[] {
  return makers.flatMap((make) => make(domain));
}

/** At most so many traps of each kind, from all spec packages alike. */
export function someTraps(traps: readonly Trap[], perKind: number): readonly Trap[] {
  return trapKinds.flatMap((kind) => {
    const ofKind = traps.filter((trap) => trap.kind === kind);
    const step = Math.max(1, ofKind.length / perKind);
    return Array.from({ length: Math.min(perKind, ofKind.length) }, (_, at) => ofKind[Math.floor(at * step)] as Trap);
  });
}
