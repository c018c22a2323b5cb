import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { type Domain, listSpecDomains } from "@assay/testing/candidates/domains";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { shrinkJson } from "@assay/testing/candidates/shrink-json";
import { makeSpellingMistakes } from "@assay/testing/candidates/spelling-mistakes";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { prepareCase } from "@assay/testing/cases/run-case";
import { compilePackage, createCorrectablePackage } from "@assay/testing/corpora/correctable-packages";
import { unseenDomains } from "@assay/testing/corpora/unseen-domains";
import { packageKinds } from "@assay/testing/package-pieces/shape";
import { printFigure } from "@assay/testing/print-figure";
import { hasEnoughRuns, pickForScale, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { checkGate } from "../../test/check-gate.ts";
import { checkLaw } from "../../test/check-law.ts";
import type { ValidateInput } from "../index.ts";

test("a golden case with all its fixes applied has the problems that had no fix, and no others", () => {
  const inputs = goldenCases().flatMap(({ topic, name, content }) => {
    const input = isReadingCase(content) ? { problems: [] } : prepareCase(content);
    return "problems" in input ? [] : [{ ...input, describe: () => `${topic}/${name}` }];
  });
  assert.deepEqual(findFaults("golden cases", inputs), []);
});

test("a draft of an unseen domain with all its fixes applied has the problems that had no fix, and no others", () => {
  const inputs = unseenDomains().flatMap((domain) =>
    domain.drafts.map(({ candidate, id }) => ({ ...domain, candidate, describe: () => `${domain.name} ${id}` })),
  );
  assert.deepEqual(findFaults("unseen drafts", inputs), []);
});

test("a generated draft with all its fixes applied has the problems that had no fix, and no others", () => {
  const random = createRandom(seed);
  const domains: readonly Domain[] = [...listSpecDomains(), ...unseenDomains()];
  const count = pickForScale({ quick: 200, ci: 20_000, full: 20_000 });
  const inputs = Array.from({ length: count }, (_, index) => {
    const { name, spec, registry, example } = domains[index % domains.length] as Domain;
    const candidate = makeMistakes(example, 1 + random.below(5), random);
    return { spec, registry, candidate, describe: () => `${name}: ${JSON.stringify(candidate)}` };
  });
  assert.deepEqual(findFaults("generated drafts", inputs), []);
});

test("a draft for generated rules with all its fixes applied has the problems that had no fix, and no others", () => {
  const random = createRandom(seed);
  const packages = pickForScale({ quick: 150, ci: 5_000, full: 5_000 });
  const fixedByKind = new Map(packageKinds.map((kind) => [kind, 0]));
  let compiledPackages = 0;
  function* createInputs() {
    for (let index = 0; index < packages; index += 1) {
      const { kinds, specPackage, example } = createCorrectablePackage(random);
      const compiled = compilePackage({ specPackage, example });
      if (!compiled) continue;
      compiledPackages += 1;
      for (let draft = 0; draft < 4; draft += 1) {
        const candidate = makeSpellingMistakes(example, 1 + random.below(6), specPackage, random);
        yield { ...compiled, candidate, kinds, describe: () => describeShrunk({ specPackage, example, candidate }) };
      }
    }
  }
  const faults = findFaults("drafts for generated rules", createInputs(), ({ kinds }) => {
    for (const kind of kinds) fixedByKind.set(kind, (fixedByKind.get(kind) ?? 0) + 1);
  });
  printFigure("generated packages that compile", compiledPackages, `at least ${0.8 * packages}`);
  assert.ok(compiledPackages >= 0.8 * packages);
  for (const [kind, count] of fixedByKind) {
    printFigure(`drafts with fixes for ${kind}`, count, "at least 300");
    assert.ok(!hasEnoughRuns || count >= 300, kind);
  }
  assert.deepEqual(faults, []);
});

interface LawInput extends ValidateInput {
  /** Describes how to reproduce a fault. */
  describe(): string;
}

/** Describes the first faults, and prints how many there are. */
function findFaults<Input extends LawInput>(
  corpus: string,
  inputs: Iterable<Input>,
  countFixed: (input: Input) => void = () => {},
): readonly string[] {
  const faults: string[] = [];
  let faulty = 0;
  let fixed = 0;
  for (const input of inputs) {
    const checked = checkLaw(input);
    checkGate(input);
    if (checked.fixes > 0) {
      fixed += 1;
      countFixed(input);
    }
    if (checked.faults.length === 0) continue;
    faulty += 1;
    if (faulty <= 3) faults.push(`${checked.faults.join("; ")} in ${input.describe()}`);
  }
  printFigure(`${corpus} with fixes`, fixed, "none");
  printFigure(`${corpus} whose fixes break the law`, faulty, 0);
  return faults;
}

interface LawCase {
  readonly specPackage: JsonObject;
  readonly example: Json;
  readonly candidate: Json;
}

// Removes what the fault does not need, from the package and the candidate alike.
function describeShrunk(original: LawCase): string {
  const listFaults = ({ specPackage, example, candidate }: LawCase) => {
    const compiled = compilePackage({ specPackage, example });
    return compiled ? checkLaw({ ...compiled, candidate }).faults : [];
  };
  const [first] = listFaults(original);
  const toKind = (fault = "") => fault.split(" ").slice(0, 3).join(" ");
  const shrunk = shrinkJson({ ...original }, (smaller) =>
    listFaults(smaller as never).some((fault) => toKind(fault) === toKind(first)),
  ) as unknown as LawCase;
  return `${JSON.stringify(shrunk)}, where the faults are ${listFaults(shrunk).join("; ")}`;
}
