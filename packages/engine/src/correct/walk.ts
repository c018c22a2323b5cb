import type { Json, JsonObject } from "@assay/contract";
import { type AnyFinding, type Change, isFixable } from "../findings/finding.ts";
import { changeInside, isArray, isObject } from "../json/json.ts";
import type { Place } from "../schema/place.ts";
import { choose } from "../schema/visit.ts";
import { cutToLimits } from "../schema-errors/check-candidate.ts";
import type { ExplainInput } from "../schema-errors/explain-violation.ts";
import type { Move } from "./moves.ts";

/** A walk through a candidate that corrects it: where it is, and what it has corrected. */
export class Walk {
  readonly input: ExplainInput;
  /** The path of the current value in the corrected candidate. */
  readonly path: string[] = [];
  readonly findings: AnyFinding[] = [];
  readonly moves: Move[] = [];
  /** Whether an array or object was cut to its limits. */
  isCut: boolean;

  constructor(input: ExplainInput, isCut: boolean) {
    this.input = input;
    this.isCut = isCut;
  }

  /** Runs with the path leading to an item or member of the current value. */
  enter<Result>(token: string, run: () => Result): Result {
    this.path.push(token);
    const result = run();
    this.path.pop();
    return result;
  }

  /** Changes the items or members at these tokens of the current value. Copies it only if one changes. */
  changeInside(container: Json, tokens: readonly string[], change: (token: string, value: Json) => Json): Json {
    const changeAt = (token: string, value: Json) => this.enter(token, () => change(token, value));
    return changeInside(container as JsonObject, changeAt, tokens);
  }

  /**
   * Corrects a value, cut to its limits, under the parts that are chosen for it. If the corrected value selects other parts,
   * the value as it was is corrected under those. If that does not settle after as many rounds as there are choices, only what
   * no choice decides is corrected. With `isFixed`, the value stays as it was if the first correction selects other parts.
   */
  settle(
    value: Json,
    places: readonly Place[],
    isFixed: boolean,
    correctInside: (kept: Json, chosen: readonly Place[], round: number) => Json,
  ): Json {
    const { meter } = this.input;
    const kept = cutToLimits(value, places, meter);
    this.isCut ||= kept !== value;
    const before = [this.findings.length, this.moves.length, this.isCut] as const;
    let chosen = choose(places, kept, meter);
    for (let round = 0; ; round += 1) {
      const corrected = correctInside(kept, chosen, round);
      const next = choose(places, corrected, meter);
      const isSettled = next.length === chosen.length && next.every((place, index) => place === chosen[index]);
      if (isSettled) return corrected === kept ? value : restoreCut(corrected, kept, value);
      [this.findings.length, this.moves.length, this.isCut] = before;
      if (isFixed) return value;
      if (round >= next.flatMap((place) => place.choices).length) break;
      chosen = next;
    }
    const certain = correctInside(kept, places, 1);
    return certain === kept ? value : this.settle(restoreCut(certain, kept, value), places, false, correctInside);
  }

  /** Whether a fix may change the current value, or a member of it. */
  canCorrect(...member: readonly string[]): boolean {
    const at = [...this.path, ...member];
    return isFixable(at) && !this.input.isOwnerDecision(at);
  }

  /** Records an error with its fix or, without a fix, a question. */
  record(finding: AnyFinding, fix: Change | undefined): void {
    this.findings.push(fix ? { ...finding, fix, didYouMean: undefined } : finding);
  }

  /** Records that the member `from` of the current value is read as `to`. */
  rename(from: string, to: string, isAssumed: boolean): void {
    this.moves.push({ path: [...this.path], from, to, isAssumed });
  }
}

/** Renames members of an object, given the written name for each new one. Keeps their order. */
export function renameMembers(object: JsonObject, written: ReadonlyMap<string, string>): JsonObject {
  if (written.size === 0) return object;
  const expected = new Map([...written].map(([to, from]) => [from, to]));
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [expected.get(name) ?? name, value]));
}

// Puts what was cut off back.
function restoreCut(corrected: Json, kept: Json, whole: Json): Json {
  if (kept === whole) return corrected;
  if (isArray(whole)) return [...(corrected as readonly Json[]), ...whole.slice((kept as readonly Json[]).length)];
  return isObject(corrected) && isObject(whole) ? { ...whole, ...corrected } : whole;
}
