import type { Json, PatchOperation, Verdict } from "@assay/contract";
import { candidateOf, goldenCases, isReadingCase } from "./golden-cases.ts";

/** A golden case with a recorded verdict. */
export interface GoldenVerdict {
  /** Its topic and name. */
  readonly name: string;
  readonly candidate: Json;
  readonly verdict: Verdict;
}

/** Every golden case that has a verdict, with its candidate. */
export function goldenVerdicts(): readonly GoldenVerdict[] {
  return goldenCases().flatMap(({ topic, name, content }) =>
    isReadingCase(content) || content.verdict === undefined
      ? []
      : [{ name: `${topic}/${name}`, candidate: candidateOf(content), verdict: content.verdict }],
  );
}

/** Every patch of a verdict: its fixes, its repair, and those under the next rules. */
export function patchesOf({ diagnostics, repair, upcoming }: Verdict): readonly (readonly PatchOperation[])[] {
  const all = [...diagnostics, ...(upcoming?.diagnostics ?? [])];
  const fixes = all.flatMap((diagnostic) => (diagnostic.fixes ?? []).flatMap(({ patch }) => (patch ? [patch] : [])));
  return [...fixes, ...(repair ? [repair.patch] : [])];
}
