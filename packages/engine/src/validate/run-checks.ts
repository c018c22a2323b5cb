import type { Json } from "@assay/contract";
import type { CheckContext } from "../checks/check.ts";
import { checkGeneratorId } from "../checks/generator-id.ts";
import { checkOwnerKind } from "../checks/owner-kind.ts";
import { type Collector, createCollector } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { firstNonJson } from "../json/find-non-json.ts";
import { isObject, member } from "../json/json.ts";
import { eachItem } from "../json/pointer-pattern.ts";
import { type Meter, overBudget, spend } from "../meter.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import type { Applied } from "../spec/normalizer.ts";
import { checkSchema, inSubmitted, unread } from "./check-candidate-schema.ts";

/** Everything that the checks say of one candidate. */
export interface Judgement {
  /** With its texts normalized. */
  readonly candidate: Json;
  readonly applied: readonly Applied[];
  readonly collector: Collector;
  readonly ran: readonly string[];
  readonly skipped: readonly { readonly check: string; readonly because: AnyFinding }[];
}

interface Stage {
  readonly id: string;
  readonly at: string;
  /** The error that leaves nothing to check. */
  blockedBy?(collector: Collector): AnyFinding | undefined;
  /** Gives the error, if any, that left nothing to check after all. */
  run(): AnyFinding | undefined;
}

// Findings are work too: each is put into place, and each mistake is sorted and held against what fixes leave behind.
const stepsPerFinding = 24;
const stepsPerMistake = 64;
const stepsPerPlace = 4;

/** Runs every check of a spec package over a candidate, on one meter, into one collector. */
export function judge(spec: CompiledSpec, registry: RegistryView, submitted: Json, meter: Meter): Judgement {
  return judgeJson(spec, registry, submitted, meter, notJson(submitted));
}

/** The same for a candidate that is known to be JSON. */
export function judgeJson(
  spec: CompiledSpec,
  registry: RegistryView,
  submitted: Json,
  meter: Meter,
  notJsonAt?: AnyFinding,
): Judgement {
  let stopped = notJsonAt;
  // What is not JSON is not looked at again: a getter or a proxy may throw.
  const collector = createCollector(stopped ? null : submitted);
  const ran: string[] = [];
  const skipped: { check: string; because: AnyFinding }[] = [];
  let readied = unread(submitted);

  const take = (finding: AnyFinding) => {
    let characters = 0;
    for (const token of finding.tokens) characters += token.length;
    spend(meter, stepsPerFinding + characters / 2);
    if (collector.add(finding)) spend(meter, stepsPerMistake);
  };
  const toSubmitted = (tokens: readonly string[]) => readied.meant.toSubmitted(tokens);
  // Made once the candidate is ready: plain data, because an object with getters of its own lives longer than it should.
  let context: CheckContext | undefined;
  const ready = (): CheckContext => {
    const { judged, meant, wasCut } = readied;
    context ??= {
      candidate: judged,
      meter,
      shared: new Map(),
      report: (finding) => take(inSubmitted(finding, meant)),
      usable: (tokens) => collector.unusable(meant.toSubmitted(tokens)) === undefined,
      wasCut,
      hasErrors: collector.hasErrors,
      blocked(pattern) {
        if (!collector.hasErrors()) return undefined;
        for (const place of eachItem(judged, pattern)) {
          spend(meter, stepsPerPlace);
          const at = meant.toSubmitted(place);
          const finding = collector.unusable(at) ?? (wasCut(place) ? collector.errorAt(at) : undefined);
          if (finding) return finding;
        }
        return undefined;
      },
    };
    return context;
  };
  const stages: readonly Stage[] = [
    {
      id: "candidate-schema",
      at: "/candidateSchema",
      run() {
        readied = checkSchema(spec, submitted, meter, take);
        return undefined;
      },
    },
    {
      id: "owner-kind",
      at: "/owner/kinds",
      blockedBy: () => collector.unusable(toSubmitted(["owner", "kind"])),
      run: () => void checkOwnerKind(spec.document, ready()),
    },
    {
      id: "generator-id",
      at: "/generatorId",
      blockedBy: () => {
        const place = toSubmitted(["generatorId"]);
        // A text that cannot be an id is not compared; usually the schema has said so.
        return collector.unusable(place) ?? (isNoId(readied.judged) ? collector.errorAt(place) : undefined);
      },
      run: () => void checkGeneratorId(spec.document, registry, ready()),
    },
    ...spec.rules.map(({ origin, reads, run }) => ({
      ...origin,
      blockedBy: () =>
        reads.map((place) => collector.unusable(toSubmitted(place))).find((finding) => finding !== undefined),
      run: () => run(ready()),
    })),
  ];

  if (stopped) collector.add(stopped);
  for (const stage of stages) {
    const because = stopped ?? stage.blockedBy?.(collector);
    if (because) {
      skipped.push({ check: stage.id, because });
      continue;
    }
    try {
      const blocked = stage.run();
      if (blocked) skipped.push({ check: stage.id, because: blocked });
      else ran.push(stage.id);
    } catch (reason) {
      if (reason !== overBudget) throw reason;
      stopped = budgetFinding(stage);
      collector.add(stopped);
      skipped.push({ check: stage.id, because: stopped });
    }
  }
  const { candidate, applied } = readied;
  return { candidate, applied, collector, ran, skipped };
}

function isNoId(candidate: Json): boolean {
  const id = isObject(candidate) ? member(candidate, "generatorId") : undefined;
  return typeof id === "string" && !isGeneratorId(id);
}

function notJson(candidate: unknown): AnyFinding | undefined {
  const place = firstNonJson(candidate);
  return place === undefined
    ? undefined
    : {
        code: "field.type",
        message: "notJson",
        severity: "error",
        tokens: place.tokens,
        params: { found: place.found },
        rule: { id: "candidate-schema", at: "/candidateSchema" },
      };
}

/** Says that the work allowed for a candidate ended in a check. */
export function budgetFinding({ id, at }: { readonly id: string; readonly at: string }): AnyFinding {
  return { code: "check.budget", message: "default", severity: "error", tokens: [], params: {}, rule: { id, at } };
}
