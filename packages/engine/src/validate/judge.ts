import type { Json } from "@assay/contract";
import type { CheckContext } from "../checks/check.ts";
import type { CompiledSpec } from "../compile/compiled-spec.ts";
import { firstNonJson } from "../json/check-json.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { isGeneratorId } from "../registry/comparison-key.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import { type Collector, createCollector } from "./collector.ts";
import type { AnyFinding } from "./finding.ts";
import { checkGeneratorId } from "./generator-id.ts";
import { type Meter, overBudget } from "./meter.ts";
import { type Applied, normalizeTexts } from "./normalize.ts";
import { checkOwnerKind } from "./owner-kind.ts";
import { schemaFindings } from "./schema-findings.ts";

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
  run(): void;
}

/** Runs every check of a spec package over a candidate, on one meter, into one collector. */
export function judge(spec: CompiledSpec, registry: RegistryView, submitted: Json, meter: Meter): Judgement {
  const collector = createCollector(submitted);
  const ran: string[] = [];
  const skipped: { check: string; because: AnyFinding }[] = [];
  let candidate = submitted;
  let judged = submitted;
  let cutAt: ReadonlySet<string> = new Set();
  let applied: readonly Applied[] = [];

  const context: CheckContext = {
    get candidate() {
      return judged;
    },
    meter,
    report: collector.add,
    usable: (tokens) => collector.unusable(tokens) === undefined,
    wasCut: (tokens) => cutAt.size > 0 && cutAt.has(pointerOf(tokens)),
  };
  const stages: readonly Stage[] = [
    {
      id: "candidate-schema",
      at: "/candidateSchema",
      run() {
        ({ candidate, applied } = normalizeTexts(submitted, spec.document.normalize ?? [], meter));
        const gated = spec.sizeGate(candidate, meter);
        judged = gated.candidate;
        cutAt = new Set(gated.errors.map((error) => error.instancePath));
        const reading = { schema: spec.document.candidateSchema, meant: spec.fieldTypes.nameOf };
        const sizes = schemaFindings(gated.errors, { ...reading, candidate });
        const others = schemaFindings(spec.schemaErrors(judged, meter), { ...reading, candidate: judged });
        for (const finding of [...sizes, ...others]) if (!isOwnerKind(finding)) collector.add(finding);
      },
    },
    {
      id: "owner-kind",
      at: "/owner/kinds",
      blockedBy: () => collector.unusable(["owner", "kind"]),
      run: () => checkOwnerKind(spec.document, context),
    },
    {
      id: "generator-id",
      at: "/generatorId",
      blockedBy: () => collector.unusable(["generatorId"]) ?? notAnId(judged, collector),
      run: () => checkGeneratorId(spec.document, registry, context),
    },
    ...spec.rules.map(({ origin, reads, run }) => ({
      ...origin,
      blockedBy: () => reads.map((place) => collector.unusable(place)).find((finding) => finding !== undefined),
      run: () => run(context),
    })),
  ];

  let stopped = notJson(submitted);
  if (stopped) collector.add(stopped);
  for (const stage of stages) {
    const because = stopped ?? stage.blockedBy?.(collector);
    if (because) {
      skipped.push({ check: stage.id, because });
      continue;
    }
    try {
      stage.run();
      ran.push(stage.id);
    } catch (reason) {
      if (reason !== overBudget) throw reason;
      stopped = budgetFinding(stage);
      collector.add(stopped);
      skipped.push({ check: stage.id, because: stopped });
    }
  }
  return { candidate, applied, collector, ran, skipped };
}

// The owner rule speaks of the kind better than a schema that lists the same kinds again.
function isOwnerKind({ code, tokens }: AnyFinding): boolean {
  return code === "field.value" && tokens.length === 2 && tokens[0] === "owner" && tokens[1] === "kind";
}

// A text that cannot be an id is not compared; usually the schema has said so.
function notAnId(candidate: Json, collector: Collector): AnyFinding | undefined {
  const id = isObject(candidate) ? member(candidate, "generatorId") : undefined;
  return typeof id === "string" && !isGeneratorId(id) ? collector.errorAt(["generatorId"]) : undefined;
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

function budgetFinding({ id, at }: Stage): AnyFinding {
  return { code: "check.budget", message: "default", severity: "error", tokens: [], params: {}, rule: { id, at } };
}
