import { limits } from "@assay/contract";
import type { CelEnv } from "@bufbuild/cel";
import { closest } from "../did-you-mean/closest.ts";
import { pointerOf } from "../json/pointer.ts";
import { re2Problem } from "../schema/pattern.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { type Expression, textOf } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { numbers, resolveCall } from "./resolve-call.ts";
import type { SchemaTypes } from "./schema-types.ts";
import { conditionFor, withNumbersAlike } from "./suggestions.ts";
import { functionName, typeNames } from "./type-names.ts";

/** What can be said of an expression without a candidate. */
export interface TypeCheckResult {
  readonly faults: readonly ExpressionError[];
  /** The places of the candidate that it reads; `*` is each item of a list. */
  readonly reads: readonly (readonly string[])[];
}

interface TypeCheckInput {
  readonly env: CelEnv;
  readonly schema: SchemaTypes;
  /** Where `self` is. */
  readonly at: readonly string[];
  offsetOf(node: Expression): number;
  /** Whether its patterns were found good before: to compile them takes longer than all the rest. Default: false. */
  readonly patternsChecked?: boolean;
}

/** What is known of the value of a node: its types, unless it can be anything, and its place in the candidate, if it has one. */
interface Known {
  readonly types?: ReadonlySet<string> | undefined;
  readonly place?: readonly string[];
}

type Scope = ReadonlyMap<string, Known>;

const bool: Known = { types: new Set(["bool"]) };
const typeIdentifiers = new Set([
  "bool",
  "bytes",
  "double",
  "int",
  "list",
  "map",
  "null_type",
  "string",
  "type",
  "uint",
]);
const constants: { readonly [kind: string]: string } = {
  boolValue: "bool",
  bytesValue: "bytes",
  doubleValue: "double",
  int64Value: "int",
  nullValue: "null_type",
  stringValue: "string",
  uint64Value: "uint",
};

/** Finds what is wrong with an expression before it ever runs, and what it reads. */
export function typeCheck(
  expression: Expression,
  { env, schema, at, offsetOf, patternsChecked: hasGoodPatterns = false }: TypeCheckInput,
): TypeCheckResult {
  const faults: ExpressionError[] = [];
  const reads = new Map<string, readonly string[]>();
  const guarded = new Set<string>();
  const optional = new Map<string, Expression>();

  const fault = (node: Expression, sentence: string, advice: string): Known => {
    faults.push({ code: "spec.rule", offset: offsetOf(node), sentence, advice });
    return {};
  };
  const at_ = (place: readonly string[]): Known => {
    reads.set(pointerOf(place), place);
    return { types: schema.typesAt(place), place };
  };

  function infer(node: Expression, scope: Scope): Known {
    const { exprKind } = node;
    switch (exprKind.case) {
      case "constExpr":
        if (!fitsInto64Bits(exprKind.value)) {
          return fault(node, "The integer does not fit into 64 bits.", "Write a smaller one, or a double: 1e19.");
        }
        return { types: new Set([constants[exprKind.value.constantKind.case ?? ""] ?? ""]) };
      case "identExpr":
        return inferName(node, exprKind.value.name, scope);
      case "selectExpr": {
        const { operand, field, testOnly } = exprKind.value;
        return inferMember(node, infer(operand as Expression, scope), field, testOnly);
      }
      case "callExpr":
        return inferCall(node, exprKind.value, scope);
      case "listExpr":
        for (const element of exprKind.value.elements) infer(element, scope);
        return { types: new Set(["list"]) };
      case "structExpr": {
        if (exprKind.value.messageName !== "") {
          return fault(node, "A rule cannot make protobuf messages.", "Write a map: {'name': value}.");
        }
        for (const { keyKind, value } of exprKind.value.entries) {
          if (keyKind.case === "mapKey") infer(keyKind.value, scope);
          if (value) infer(value, scope);
        }
        return { types: new Set(["map"]) };
      }
      case "comprehensionExpr":
        return inferLoop(node, exprKind.value, scope);
      default:
        return {};
    }
  }

  function inferName(node: Expression, name: string, scope: Scope): Known {
    const known = scope.get(name);
    if (known) return known.place ? at_(known.place) : known;
    if (typeIdentifiers.has(name)) return { types: new Set(["type"]) };
    const [self] = [schema.membersAt(at), schema.membersAt([])].filter((members) => members.includes(name));
    if (self) {
      const of = schema.membersAt(at).includes(name) ? "self" : "candidate";
      return fault(node, `${quoted(name)} is no name here.`, `It is a member: write ${of}.${outsideText(name)}.`);
    }
    const near = closest(
      name,
      [...scope.keys()].filter((known) => !known.startsWith("@")),
    );
    const advice = near
      ? `Did you mean ${outsideText(near)}?`
      : "Begin with self (the value at `at`) or candidate (the whole of it).";
    return fault(node, `${quoted(name)} is no name here.`, advice);
  }

  function inferMember(node: Expression, of: Known, name: string, testOnly: boolean): Known {
    if (!canBe(of, ["map"])) {
      return fault(
        node,
        `${quoted(name)} is read of ${typeNames(of.types)}, which has no members.`,
        "Read it of an object.",
      );
    }
    if (!of.place) return testOnly ? bool : {};
    const place = [...of.place, name];
    if (!schema.exists(place)) {
      const near = closest(name, schema.membersAt(of.place));
      const advice = near ? `Did you mean ${quoted(near)}?` : "Read a member that candidateSchema declares.";
      return fault(node, `No candidate has ${quoted(pointerOf(place))}: candidateSchema does not know it.`, advice);
    }
    if (testOnly) {
      guarded.add(pointerOf(place));
      return bool;
    }
    if (!schema.isRequired(place) && !optional.has(pointerOf(place))) optional.set(pointerOf(place), node);
    return at_(place);
  }

  function inferLoop(node: Expression, loop: Loop, scope: Scope): Known {
    const range = infer(loop.iterRange as Expression, scope);
    if (!canBe(range, ["list", "map"])) {
      fault(node, `A loop goes over a list or an object, not over ${typeNames(range.types)}.`, "Give it a list.");
    }
    const overList = range.types?.has("list") && !range.types.has("map");
    const overMap = range.types?.has("map") && !range.types.has("list");
    let item: Known = {};
    if (overMap) item = { types: new Set(["string"]) };
    else if (overList && range.place)
      item = { place: [...range.place, "*"], types: schema.typesAt([...range.place, "*"]) };
    const result = infer(loop.accuInit as Expression, scope);
    const inside = new Map(scope).set(loop.iterVar, item).set(loop.accuVar, result);
    for (const part of [loop.loopCondition, loop.loopStep]) infer(part as Expression, inside);
    return infer(loop.result as Expression, inside);
  }

  function inferCall(node: Expression, call: Call, scope: Scope): Known {
    const { function: name, args, target } = call;
    const of = target && infer(target, scope);
    const known = args.map((argument) => infer(argument, scope));
    const [first = {}, second = {}, third = {}] = known;
    switch (name) {
      case "_&&_":
      case "_||_":
        for (const [index, argument] of args.entries()) expectBool(argument, known[index] as Known, functionName(name));
        return bool;
      case "@not_strictly_false":
        return bool;
      case "_?_:_":
        expectBool(args[0] as Expression, first, "?:");
        return { types: second.types && third.types ? second.types.union(third.types) : undefined };
      case "_[_]":
        return inferIndex(node, first, args[1] as Expression);
      case "_==_":
      case "_!=_":
        compareTypes(node, first, second);
        compareTexts(args, known);
        return bool;
      case "@in":
        guardByIn(args, second);
        break;
      case "matches":
        lintPattern(args[0] as Expression);
        break;
    }
    if (/^get[A-Z]/.test(name) && args.length > 0) {
      return fault(
        node,
        `${functionName(name)} with a time zone differs between machines.`,
        "Leave the zone out: times are in UTC.",
      );
    }
    const operands = { of: of?.types, args: known.map(({ types }) => types), isMethod: of !== undefined };
    const called = resolveCall(env, name, operands);
    if ("convertTo" in called) {
      const alike = withNumbersAlike(node, call, operands.args, called.convertTo);
      return fault(node, called.sentence, `Write ${alike}.`);
    }
    return "sentence" in called ? fault(node, called.sentence, called.advice) : called;
  }

  function inferIndex(node: Expression, of: Known, index: Expression): Known {
    if (!canBe(of, ["list", "map"])) {
      return fault(node, `[ ] reads of a list or an object, not of ${typeNames(of.types)}.`, "Read of another value.");
    }
    const text = textOf(index);
    if (text !== undefined) return inferMember(node, of, text, false);
    const isList = of.types?.has("list") && !of.types.has("map");
    return of.place && isList ? at_([...of.place, "*"]) : {};
  }

  function expectBool(node: Expression, known: Known, operator: string): void {
    if (canBe(known, ["bool"])) return;
    fault(node, `${operator} needs true or false here, not ${typeNames(known.types)}.`, "Compare it with something.");
  }

  function compareTypes(node: Expression, a: Known, b: Known): void {
    if (!a.types || !b.types) return;
    const kinds = (types: ReadonlySet<string>) =>
      new Set([...types].map((type) => (numbers.has(type) ? "number" : type)));
    if (!kinds(a.types).isDisjointFrom(kinds(b.types))) return;
    fault(
      node,
      `${capital(typeNames(a.types))} never equals ${typeNames(b.types)}.`,
      "Compare values of the same type.",
    );
  }

  // A text that candidateSchema never accepts there would make the rule pass, or fail, for ever.
  function compareTexts(args: readonly Expression[], known: readonly Known[]): void {
    for (const [index, { place }] of known.entries()) {
      const other = args[1 - index] as Expression;
      const [text, allowed] = [textOf(other), place && schema.textsAt(place)];
      if (text === undefined || !allowed || allowed.includes(text)) continue;
      const near = closest(text, allowed);
      const advice = near ? `Did you mean ${quoted(near)}?` : "Compare with a text that it can be.";
      fault(other, `candidateSchema never accepts ${quoted(text)} there.`, advice);
    }
  }

  function guardByIn(args: readonly Expression[], range: Known): void {
    const text = textOf(args[0] as Expression);
    if (text !== undefined && range.place && range.types?.has("map")) guarded.add(pointerOf([...range.place, text]));
    if (text === undefined || !range.place || !range.types?.has("list")) return;
    const allowed = schema.textsAt([...range.place, "*"]);
    if (!allowed || allowed.includes(text)) return;
    const near = closest(text, allowed);
    const advice = near ? `Did you mean ${quoted(near)}?` : "Look for a text that it can hold.";
    fault(args[0] as Expression, `candidateSchema never accepts ${quoted(text)} in that list.`, advice);
  }

  function lintPattern(pattern: Expression | undefined): void {
    const source = pattern && textOf(pattern);
    if (pattern && source === undefined) {
      fault(pattern, "The pattern of matches() is not a text that stands here.", "Write it out: matches('^[a-z]+$').");
    }
    const reason = source === undefined || hasGoodPatterns ? undefined : re2Problem(source);
    if (pattern && reason) {
      const advice = `Write it in RE2's syntax, with at most ${limits.schema.patternProgram} instructions.`;
      faults.push({
        code: "spec.pattern",
        offset: offsetOf(pattern),
        sentence: `The pattern cannot be used: ${outsideText(reason, limits.specPackageText)}.`,
        advice,
      });
    }
  }

  const scope = new Map<string, Known>([
    ["self", { place: at }],
    ["candidate", { place: [] }],
  ]);
  const result = infer(expression, scope);
  if (faults.length === 0 && !canBe(result, ["bool"])) {
    fault(
      expression,
      `The expression gives ${typeNames(result.types)}, not true or false.`,
      "Compare it with something.",
    );
  }
  for (const [place, node] of optional) {
    if (guarded.has(place)) continue;
    const asked = conditionFor(node);
    fault(
      node,
      `A candidate may leave out ${quoted(place)}, and then the rule cannot be evaluated.`,
      `Ask first: !(${asked}) || ..., or ${asked} && ....`,
    );
  }
  return { faults, reads: [...reads.values()] };
}

type Loop = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];
type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];

type Constant = Extract<Expression["exprKind"], { case: "constExpr" }>["value"];

// The library's parser reads integers of any size.
function fitsInto64Bits({ constantKind }: Constant): boolean {
  if (constantKind.case === "int64Value") return BigInt.asIntN(64, constantKind.value) === constantKind.value;
  return constantKind.case !== "uint64Value" || BigInt.asUintN(64, constantKind.value) === constantKind.value;
}

function canBe({ types }: Known, wanted: readonly string[]): boolean {
  return types === undefined || wanted.some((type) => type === "dyn" || types.has(type));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
