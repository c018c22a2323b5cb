import { type Json, limits, resolveTests } from "@assay/contract";
import { changeInside, isArray, isContainer } from "../json/json.ts";
import { createMeter, findDearest } from "../meter.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "../verdict/validate.ts";
import { createTestRegistry } from "./run-tests.ts";

/** What a verdict on a large candidate costs. */
export interface LargeCandidate {
  readonly bytes: number;
  /** More than `limits.steps` if they run out. */
  readonly steps: number;
  /** The pointer to the rule or pattern that takes the most steps; undefined if there are none. */
  readonly dearest: string | undefined;
}

/**
 * Repeats items and entries in the first candidate that a test accepts, as often as the rules accept and a body has room for,
 * and measures the verdict. Returns undefined if nothing can be repeated.
 */
export function measureLargeCandidate(spec: CompiledSpec): LargeCandidate | undefined {
  const test = resolveTests(spec.document).find(({ expect }) => expect.length === 0);
  if (!test) return undefined;
  const registry = createTestRegistry(test);
  let candidate: Json = test.candidate;
  let measured: LargeCandidate | undefined;

  // Keeps the larger candidate if it is still accepted, or takes too many steps for a verdict.
  function tryCopies(path: readonly string[], copies: number): boolean {
    const larger = addCopies(candidate, path, copies);
    const bytes = new TextEncoder().encode(JSON.stringify(larger)).length;
    if (bytes > limits.bodyBytes) return false;
    const meter = createMeter(limits.steps);
    const { verdict } = validate({ spec, registry, candidate: larger, caller: test?.caller }, meter);
    const isOver = verdict.diagnostics.some(({ code }) => code === "check.budget");
    if (!verdict.valid && !isOver) return false;
    candidate = larger;
    const steps = isOver ? limits.steps + 1 : Math.ceil(limits.steps - meter.left);
    measured = { bytes, steps, dearest: findDearest(meter, 0)?.at };
    return true;
  }

  let growing = listContainers(candidate).map((path) => ({ path, copies: 1 }));
  while (growing.length > 0 && (measured?.steps ?? 0) <= limits.steps) {
    growing = growing.flatMap(({ path, copies }) => {
      if (tryCopies(path, copies)) return [{ path, copies: 2 * copies }];
      return copies > 1 ? [{ path, copies: Math.floor(copies / 4) || 1 }] : [];
    });
  }
  return measured;
}

function listContainers(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isContainer(value)) return [];
  const inner = Object.entries(value).flatMap(([token, each]) => listContainers(each, [...path, token]));
  return Object.keys(value).length > 0 ? [path, ...inner] : inner;
}

// The copies are of the first item or entry, and new entries get numbers after its name.
function addCopies(value: Json, path: readonly string[], copies: number): Json {
  const [token, ...rest] = path;
  if (token !== undefined) return changeInside(value as Json[], (_, inner) => addCopies(inner, rest, copies), [token]);
  if (isArray(value)) return [...value, ...Array.from({ length: copies }, () => value[0] as Json)];
  const [[name, first] = ["", null], ...others] = Object.entries(value as object) as [string, Json][];
  const added = Array.from({ length: copies }, (_, index) => [`${name}${others.length + index}`, first]);
  return { ...(value as object), ...Object.fromEntries(added) };
}
