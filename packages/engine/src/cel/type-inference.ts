import type { CelEnv } from "@bufbuild/cel";
import { closest } from "../did-you-mean/closest.ts";
import { pointerOf } from "../json/pointer.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { type Expression, textOf } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { canBe, type Inferred, isList, isMap } from "./inferred.ts";
import { lintComparedStrings, lintComparedTypes, lintMembership, lintPattern } from "./lint-operands.ts";
import { resolveCall } from "./resolve-call.ts";
import type { SchemaTypes } from "./schema-types.ts";
import { withNumbersAlike } from "./suggestions.ts";
import { functionName, typeNames } from "./type-names.ts";

/** What an expression is checked against. */
export interface TypeCheckInput {
  readonly env: CelEnv;
  readonly schema: SchemaTypes;
  /** The pattern of the path of `self`. */
  readonly self: readonly string[];
  offsetOf(node: Expression): number;
  /** True if its regular expressions were checked before: compiling them takes longer than all the rest. Default: false. */
  readonly patternsChecked?: boolean;
}

type Scope = ReadonlyMap<string, Inferred>;
type Loop = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];
type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];
type Constant = Extract<Expression["exprKind"], { case: "constExpr" }>["value"];

const bool: Inferred = { types: new Set(["bool"]) };
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

/** Infers the types of the nodes of one expression, and gathers its errors and what it reads. */
export class TypeInference {
  readonly errors: ExpressionError[] = [];
  readonly #input: TypeCheckInput;
  /** Patterns of paths, by their pointers: all that are read, those with `has()` or `in` around them, and optional ones. */
  readonly #reads = new Map<string, readonly string[]>();
  readonly #guarded = new Set<string>();
  readonly #optional = new Map<string, Expression>();

  constructor(input: TypeCheckInput) {
    this.#input = input;
  }

  reads(): readonly (readonly string[])[] {
    return [...this.#reads.values()];
  }

  /** Optional properties that the expression reads without asking whether they are there, with the node that reads each. */
  unguarded(): readonly (readonly [pointer: string, node: Expression])[] {
    return [...this.#optional].filter(([pointer]) => !this.#guarded.has(pointer));
  }

  report(node: Expression, message: string, advice: string, code: ExpressionError["code"] = "spec.rule"): Inferred {
    this.errors.push({ code, offset: this.#input.offsetOf(node), message, advice });
    return {};
  }

  infer(node: Expression, scope: Scope): Inferred {
    const { exprKind } = node;
    switch (exprKind.case) {
      case "constExpr":
        return this.#inferConstant(node, exprKind.value);
      case "identExpr":
        return this.#inferName(node, exprKind.value.name, scope);
      case "selectExpr": {
        const { operand, field, testOnly } = exprKind.value;
        return this.#inferMember(node, this.infer(operand as Expression, scope), field, testOnly);
      }
      case "callExpr":
        return this.#inferCall(node, exprKind.value, scope);
      case "listExpr":
        for (const element of exprKind.value.elements) this.infer(element, scope);
        return { types: new Set(["list"]) };
      case "structExpr": {
        if (exprKind.value.messageName !== "") {
          return this.report(node, "A rule cannot create protobuf messages.", "Use a map: {'name': value}.");
        }
        for (const { keyKind, value } of exprKind.value.entries) {
          if (keyKind.case === "mapKey") this.infer(keyKind.value, scope);
          if (value) this.infer(value, scope);
        }
        return { types: new Set(["map"]) };
      }
      case "comprehensionExpr":
        return this.#inferLoop(node, exprKind.value, scope);
      default:
        return {};
    }
  }

  #inferConstant(node: Expression, constant: Constant): Inferred {
    if (!fitsInto64Bits(constant)) {
      return this.report(node, "The integer does not fit into 64 bits.", "Use a smaller one, or a double: 1e19.");
    }
    return { types: new Set([constants[constant.constantKind.case ?? ""] ?? ""]) };
  }

  #inferName(node: Expression, name: string, scope: Scope): Inferred {
    const known = scope.get(name);
    if (known) return known.pattern ? this.#read(known.pattern) : known;
    if (typeIdentifiers.has(name)) return { types: new Set(["type"]) };
    const { schema, self } = this.#input;
    const isOfSelf = schema.membersAt(self).includes(name);
    if (isOfSelf || schema.membersAt([]).includes(name)) {
      const owner = isOfSelf ? "self" : "candidate";
      const advice = `It is a property: use ${owner}.${outsideText(name)}.`;
      return this.report(node, `${quoted(name)} is not defined here.`, advice);
    }
    const names = [...scope.keys()].filter((other) => !other.startsWith("@"));
    const near = closest(name, names);
    const advice = near
      ? `Did you mean ${outsideText(near)}?`
      : "Use self (the value at `at`) or candidate (the whole candidate).";
    return this.report(node, `${quoted(name)} is not defined here.`, advice);
  }

  #inferMember(node: Expression, owner: Inferred, name: string, testOnly: boolean): Inferred {
    const { schema } = this.#input;
    if (!canBe(owner, ["map"])) {
      const message = `Cannot read ${quoted(name)} of ${typeNames(owner.types)}: it has no properties.`;
      return this.report(node, message, "Read a property of an object.");
    }
    if (!owner.pattern) return testOnly ? bool : {};
    const pattern = [...owner.pattern, name];
    const pointer = pointerOf(pattern);
    if (!schema.exists(pattern)) {
      const near = closest(name, schema.membersAt(owner.pattern));
      const advice = near ? `Did you mean ${quoted(near)}?` : "Use a property that candidateSchema defines.";
      return this.report(node, `No candidate has ${quoted(pointer)}: candidateSchema does not define it.`, advice);
    }
    if (testOnly) {
      this.#guarded.add(pointer);
      return bool;
    }
    if (!schema.isRequired(pattern) && !this.#optional.has(pointer)) this.#optional.set(pointer, node);
    return this.#read(pattern);
  }

  #inferLoop(node: Expression, loop: Loop, scope: Scope): Inferred {
    const range = this.infer(loop.iterRange as Expression, scope);
    if (!canBe(range, ["list", "map"])) {
      const message = `Cannot loop over ${typeNames(range.types)}.`;
      this.report(node, message, "Loop over an array or an object.");
    }
    const result = this.infer(loop.accuInit as Expression, scope);
    const inside = new Map(scope).set(loop.iterVar, this.#itemOf(range)).set(loop.accuVar, result);
    for (const part of [loop.loopCondition, loop.loopStep]) this.infer(part as Expression, inside);
    return this.infer(loop.result as Expression, inside);
  }

  #itemOf(range: Inferred): Inferred {
    if (isMap(range)) return { types: new Set(["string"]) };
    if (!isList(range) || !range.pattern) return {};
    const pattern = [...range.pattern, "*"];
    return { pattern, types: this.#input.schema.typesAt(pattern) };
  }

  #inferCall(node: Expression, call: Call, scope: Scope): Inferred {
    const { function: name, args, target } = call;
    const owner = target && this.infer(target, scope);
    const inferred = args.map((argument) => this.infer(argument, scope));
    const [first = {}, second = {}, third = {}] = inferred;
    switch (name) {
      case "_&&_":
      case "_||_":
        for (const [index, argument] of args.entries()) {
          this.#expectBool(argument, inferred[index] as Inferred, functionName(name));
        }
        return bool;
      case "@not_strictly_false":
        return bool;
      case "_?_:_":
        this.#expectBool(args[0] as Expression, first, "?:");
        return { types: second.types && third.types ? second.types.union(third.types) : undefined };
      case "_[_]":
        return this.#inferIndex(node, first, args[1] as Expression);
      case "_==_":
      case "_!=_":
        lintComparedTypes(this, node, first, second);
        lintComparedStrings(this, this.#input.schema, args, inferred);
        return bool;
      case "@in":
        this.#guardByIn(args[0] as Expression, second);
        lintMembership(this, this.#input.schema, args[0] as Expression, second);
        break;
      case "matches":
        lintPattern(this, args[0], this.#input.patternsChecked ?? false);
        break;
    }
    return this.#inferFunction(node, call, owner, inferred);
  }

  #inferFunction(node: Expression, call: Call, owner: Inferred | undefined, args: readonly Inferred[]): Inferred {
    const { function: name } = call;
    if (/^get[A-Z]/.test(name) && args.length > 0) {
      const message = `${functionName(name)} must be called without a time zone: time zone data differs between machines.`;
      return this.report(node, message, "Remove the argument. The result is in UTC.");
    }
    const operands = { of: owner?.types, args: args.map(({ types }) => types), isMethod: owner !== undefined };
    const called = resolveCall(this.#input.env, name, operands);
    if ("convertTo" in called) {
      const alike = withNumbersAlike(node, call, operands.args, called.convertTo);
      return this.report(node, called.message, `Use ${alike}.`);
    }
    return "message" in called ? this.report(node, called.message, called.advice) : called;
  }

  #inferIndex(node: Expression, owner: Inferred, index: Expression): Inferred {
    if (!canBe(owner, ["list", "map"])) {
      const message = `Cannot use [ ] on ${typeNames(owner.types)}.`;
      return this.report(node, message, "Use it on an array or an object.");
    }
    const text = textOf(index);
    if (text !== undefined) return this.#inferMember(node, owner, text, false);
    return owner.pattern && isList(owner) ? this.#read([...owner.pattern, "*"]) : {};
  }

  #read(pattern: readonly string[]): Inferred {
    this.#reads.set(pointerOf(pattern), pattern);
    return { types: this.#input.schema.typesAt(pattern), pattern };
  }

  #expectBool(node: Expression, inferred: Inferred, operator: string): void {
    if (canBe(inferred, ["bool"])) return;
    const message = `${operator} requires a boolean, not ${typeNames(inferred.types)}.`;
    this.report(node, message, "Use a comparison.");
  }

  #guardByIn(name: Expression, range: Inferred): void {
    const text = textOf(name);
    if (text === undefined || !range.pattern || !range.types?.has("map")) return;
    this.#guarded.add(pointerOf([...range.pattern, text]));
  }
}

// The library's parser reads integers of any size.
function fitsInto64Bits({ constantKind }: Constant): boolean {
  if (constantKind.case === "int64Value") return BigInt.asIntN(64, constantKind.value) === constantKind.value;
  return constantKind.case !== "uint64Value" || BigInt.asUintN(64, constantKind.value) === constantKind.value;
}
