import type { CelEnv } from "@bufbuild/cel";
import { closest } from "../did-you-mean/closest.ts";
import { didYouMean } from "../findings/did-you-mean.ts";
import { pointerOf } from "../json/pointer.ts";
import { outsideText, quoted } from "../text/outside-text.ts";
import { type Expression, textOf } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { allOf, factOf } from "./facts.ts";
import { canBe, type Inferred, isList, isMap } from "./inferred.ts";
import { lintComparedStrings, lintComparedTypes, lintMembership, lintPattern } from "./lint-operands.ts";
import { dynamicKeys, indexOf, itemsOf, memberPlace, placeOf, splitOf } from "./places.ts";
import { resolveCall } from "./resolve-call.ts";
import type { SchemaTypes } from "./schema-types.ts";
import { isPresent, placesIn, type Scope, scopesOfOperands } from "./scope.ts";
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

/** A node that reads a property although not every candidate has it there, and why not. */
interface Unguarded {
  readonly node: Expression;
  readonly reason: string;
}

/** A conversion of a string that the schema accepts and that an integer cannot hold. */
interface Conversion {
  readonly node: Expression;
  readonly name: string;
  readonly pattern: readonly string[];
  readonly digits: string;
}

type Loop = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];
type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];
type Constant = Extract<Expression["exprKind"], { case: "constExpr" }>["value"];

const withoutIt = "so the rule fails on candidates without it.";
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
  /** Of these paths, by their pointers, everything inside is read. */
  readonly wholes = new Map<string, readonly string[]>();
  readonly #input: TypeCheckInput;
  /** The patterns of paths that are read, by their pointers. */
  readonly #reads = new Map<string, readonly string[]>();
  /** How often each is used as a value, and not only on the way to one of its properties. */
  readonly #uses = new Map<string, number>();
  readonly #unguarded = new Map<string, Unguarded>();
  readonly #conversions: Conversion[] = [];
  #loops = 0;

  constructor(input: TypeCheckInput) {
    this.#input = input;
  }

  reads(): readonly (readonly string[])[] {
    return [...this.#reads.values()];
  }

  /** Those of `reads` that are used as values, and not only on the way to a property. */
  uses(): readonly (readonly string[])[] {
    return [...this.#reads].filter(([pointer]) => (this.#uses.get(pointer) ?? 0) > 0).map(([, pattern]) => pattern);
  }

  /** Properties that the expression reads although a candidate may not have them there. */
  unguarded(): Iterable<Unguarded> {
    return this.#unguarded.values();
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
        const owner = this.infer(operand as Expression, scope);
        return this.#inferMember(node, owner, { name: field, testOnly }, scope);
      }
      case "callExpr":
        return this.#inferCall(node, exprKind.value, scope);
      case "listExpr":
        for (const element of exprKind.value.elements) this.#useWhole(this.infer(element, scope));
        return { types: new Set(["list"]) };
      case "structExpr": {
        if (exprKind.value.messageName !== "") {
          return this.report(node, "A rule cannot create protobuf messages.", "Use a map: {'name': value}.");
        }
        for (const { keyKind, value } of exprKind.value.entries) {
          if (keyKind.case === "mapKey") this.infer(keyKind.value, scope);
          if (value) this.#useWhole(this.infer(value, scope));
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
      return this.report(
        node,
        "The integer does not fit into 64 bits.",
        "Use a smaller one, or write the same number as a double, with a decimal point or an exponent.",
      );
    }
    return { types: new Set([constants[constant.constantKind.case ?? ""] ?? ""]) };
  }

  #inferName(node: Expression, name: string, scope: Scope): Inferred {
    const known = scope.names.get(name);
    if (known) return known.pattern ? this.#read(known.pattern, known.places) : known;
    if (typeIdentifiers.has(name)) return { types: new Set(["type"]) };
    const { schema, self } = this.#input;
    const isOfSelf = schema.membersAt(self).includes(name);
    if (isOfSelf || schema.membersAt([]).includes(name)) {
      const owner = isOfSelf ? "self" : "candidate";
      const advice = `It is a property: use ${owner}.${outsideText(name)}.`;
      return this.report(node, `${quoted(name)} is not defined here.`, advice);
    }
    const names = [...scope.names.keys()].filter((other) => !other.startsWith("@"));
    const near = closest(name, names);
    if (name === "now") {
      const advice = "Remove it: the same candidate must always get the same verdict.";
      return this.report(node, "A rule cannot read the clock.", advice);
    }
    const advice = near
      ? `Did you mean ${outsideText(near)}?`
      : "Use self (the value at `at`) or candidate (the whole candidate).";
    return this.report(node, `${quoted(name)} is not defined here.`, advice);
  }

  #inferMember(
    node: Expression,
    owner: Inferred,
    { name, testOnly }: { readonly name: string; readonly testOnly: boolean },
    scope: Scope,
  ): Inferred {
    const { schema } = this.#input;
    if (name === "length" && !testOnly && !canBe(owner, ["map"]) && canBe(owner, ["string", "list"])) {
      return this.report(node, `In CEL, ${typeNames(owner.types)} has no property "length".`, "Use size(x).");
    }
    if (!canBe(owner, ["map"])) {
      const message = `Cannot read ${quoted(name)} of ${typeNames(owner.types)}: it has no properties.`;
      return this.report(node, message, "Read a property of an object.");
    }
    if (!owner.pattern) return testOnly ? bool : {};
    this.#count(owner.pattern, -1);
    const pattern = [...owner.pattern, name];
    const pointer = pointerOf(pattern);
    if (!schema.exists(pattern)) {
      const near = didYouMean(name, schema.membersAt(owner.pattern));
      const advice = near ?? "Use a property that candidateSchema defines.";
      return this.report(node, `No candidate has ${quoted(pointer)}: candidateSchema does not define it.`, advice);
    }
    if (testOnly) return bool;
    const places = owner.places ?? [];
    if (!isPresent(pattern, places, scope.facts, schema) && !this.#unguarded.has(pointer)) {
      const reason = schema.isRequiredSomewhere(pattern)
        ? "is required only in some branches of candidateSchema"
        : "is optional";
      this.#unguarded.set(pointer, { node, reason: `${quoted(pointer)} ${reason}, ${withoutIt}` });
    }
    return this.#read(pattern, [...places, memberPlace(places.at(-1) ?? "", name)]);
  }

  #inferLoop(node: Expression, loop: Loop, scope: Scope): Inferred {
    const range = this.infer(loop.iterRange as Expression, scope);
    if (!canBe(range, ["list", "map"])) {
      const message = `Cannot loop over ${typeNames(range.types)}.`;
      this.report(node, message, "Loop over an array or an object.");
    }
    const result = this.infer(loop.accuInit as Expression, scope);
    this.#loops += 1;
    const item = `item of loop ${this.#loops}`;
    const names = new Map(scope.names).set(loop.iterVar, this.#itemOf(range, item)).set(loop.accuVar, result);
    // A loop over an object visits the names of its properties.
    const isThere = factOf(dynamicKeys(range.places?.at(-1) ?? item), item, { isPresent: true });
    const inside = { names, facts: allOf([scope.facts, isThere]) };
    for (const part of [loop.loopCondition, loop.loopStep]) this.infer(part as Expression, inside);
    return this.infer(loop.result as Expression, inside);
  }

  #itemOf(range: Inferred, place: string): Inferred {
    if (isMap(range)) return { types: new Set(["string"]), places: [place] };
    if (!isList(range) || !range.pattern) return this.#useWhole(range, { places: [place] });
    const pattern = [...range.pattern, "*"];
    const places = [...(range.places ?? []), place];
    return { pattern, types: this.#input.schema.typesAt(pattern), places };
  }

  #inferCall(node: Expression, call: Call, scope: Scope): Inferred {
    const { function: name, args, target } = call;
    const owner = target && this.infer(target, scope);
    const scopes = scopesOfOperands(name, args, scope);
    const inferred = args.map((argument, index) => this.infer(argument, scopes[index] as Scope));
    const [first = {}, second = {}, third = {}] = inferred;
    // Of an object, `in` reads only the names.
    if (name === "@in" && isMap(second)) this.#useWhole(first);
    else if (name !== "size" && name !== "_[_]") for (const value of [owner ?? {}, ...inferred]) this.#useWhole(value);
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
        return this.#inferIndex(node, first, args as [Expression, Expression], scope);
      case "_==_":
      case "_!=_":
        lintComparedTypes(this, node, first, second);
        lintComparedStrings(this, this.#input.schema, args, inferred);
        return bool;
      case "@in":
        lintMembership(this, this.#input.schema, args[0] as Expression, second);
        break;
      case "int":
      case "uint":
        this.#checkDigits(node, name, first);
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

  #inferIndex(node: Expression, owner: Inferred, [of, index]: [Expression, Expression], scope: Scope): Inferred {
    if (!canBe(owner, ["list", "map"])) {
      const message = `Cannot use [ ] on ${typeNames(owner.types)}.`;
      return this.report(node, message, "Use it on an array or an object.");
    }
    const text = textOf(index);
    if (text !== undefined) return this.#inferMember(node, owner, { name: text, testOnly: false }, scope);
    if (owner.pattern && isMap(owner)) this.#checkKey(node, owner, index, scope);
    if (splitOf(of)) return this.#inferPart(node, of, index, scope);
    if (!owner.pattern || !isList(owner)) return this.#useWhole(owner);
    this.#checkIndex(node, owner, index, scope);
    const place = placeOf(node, placesIn(scope)) ?? `item at offset ${this.#input.offsetOf(node)}`;
    return this.#read([...owner.pattern, "*"], [...(owner.places ?? []), place]);
  }

  // A string without the separator has one part; an empty one has no character.
  #inferPart(node: Expression, of: Expression, index: Expression, scope: Scope): Inferred {
    const written = Number(indexOf(index));
    const place = placeOf(of, placesIn(scope));
    const isTested = place !== undefined && scope.facts.has(itemsOf(place));
    if (written < 0) return this.#reportNegative(node, written);
    if (!isTested && written >= (splitOf(of)?.separator === "" ? 0 : 1)) {
      const few = written === 0 ? "be empty" : `have fewer than ${written + 1} parts`;
      const reason = `The string may ${few}, so the rule fails on such candidates.`;
      this.#unguarded.set(`${place ?? this.#input.offsetOf(node)} ${written}`, { node, reason });
    }
    return { types: new Set(["string"]) };
  }

  #reportNegative(node: Expression, index: number): Inferred {
    return this.report(node, `No array has an item at ${index}: the first one is at 0.`, "Use an index of 0 or more.");
  }

  // A name that is not written in the expression may be any name.
  #checkKey(node: Expression, owner: Inferred, index: Expression, { names, facts }: Scope): void {
    const key = placeOf(index, placesIn({ names, facts }));
    const known = facts.get(dynamicKeys(owner.places?.at(-1) ?? ""));
    if (key !== undefined && known?.get(key)?.isPresent) return;
    const pointer = pointerOf(owner.pattern ?? []);
    const reason = `${quoted(pointer)} may have no property with that name, ${withoutIt}`;
    if (!this.#unguarded.has(`${pointer}/*`)) this.#unguarded.set(`${pointer}/*`, { node, reason });
  }

  // A value that the expression reads elsewhere too may have been tested there.
  #checkDigits(node: Expression, name: string, { pattern, types }: Inferred): void {
    if (this.#input.patternsChecked || !pattern || !types?.has("string")) return;
    const digits = this.#input.schema.longDigitsAt(pattern);
    if (digits !== undefined) this.#conversions.push({ node, name, pattern, digits });
  }

  /** Reports conversions to an integer of strings that the schema accepts and that an integer cannot hold. */
  reportConversions(): void {
    for (const { node, name, pattern, digits } of this.#conversions) {
      const converted = this.#conversions.filter((other) => pointerOf(other.pattern) === pointerOf(pattern));
      if ((this.#uses.get(pointerOf(pattern)) ?? 0) > converted.length) continue;
      const message = `candidateSchema accepts ${quoted(digits)} here, which ${functionName(name)} cannot convert, so the rule fails on such candidates.`;
      this.report(node, message, 'Set the string\'s "maxLength" to 18 or less, or test it first with matches().');
    }
  }

  // An index that is not written in the expression may be any index.
  #checkIndex(node: Expression, { pattern = [], places }: Inferred, index: Expression, { facts }: Scope): void {
    const written = indexOf(index);
    if (written === undefined) return;
    // A rule that tests the size is believed, even if it does not add up.
    const isTested = facts.has(itemsOf(places?.at(-1) ?? ""));
    const pointer = pointerOf(pattern);
    if (Number(written) < 0) {
      this.#reportNegative(node, Number(written));
    } else if (!isTested && Number(written) >= this.#input.schema.minItemsAt(pattern)) {
      const few = written === "0" ? "be empty" : `have fewer than ${Number(written) + 1} items`;
      const reason = `${quoted(pointer)} may ${few}, so the rule fails on such candidates.`;
      if (!this.#unguarded.has(`${pointer}/${written}`)) this.#unguarded.set(`${pointer}/${written}`, { node, reason });
    }
  }

  #read(pattern: readonly string[], places: readonly string[] = []): Inferred {
    this.#reads.set(pointerOf(pattern), pattern);
    this.#count(pattern, 1);
    return { types: this.#input.schema.typesAt(pattern), pattern, places };
  }

  #useWhole(value: Inferred, result: Inferred = {}): Inferred {
    if (value.pattern && canBe(value, ["list", "map"])) this.wholes.set(pointerOf(value.pattern), value.pattern);
    return result;
  }

  #count(pattern: readonly string[], uses: 1 | -1): void {
    const pointer = pointerOf(pattern);
    this.#uses.set(pointer, (this.#uses.get(pointer) ?? 0) + uses);
  }

  #expectBool(node: Expression, inferred: Inferred, operator: string): void {
    if (canBe(inferred, ["bool"])) return;
    const message = `${operator} requires a boolean, not ${typeNames(inferred.types)}.`;
    this.report(node, message, "Use a comparison.");
  }
}

// The library's parser reads integers of any size.
function fitsInto64Bits({ constantKind }: Constant): boolean {
  if (constantKind.case === "int64Value") return BigInt.asIntN(64, constantKind.value) === constantKind.value;
  return constantKind.case !== "uint64Value" || BigInt.asUintN(64, constantKind.value) === constantKind.value;
}
