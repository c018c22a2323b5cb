import type { CelEnv } from "@bufbuild/cel";
import { formatPointer } from "../json/pointer.ts";
import { findClosest, suggestName } from "../names/find-closest.ts";
import { findPlaces, listPropertyNames } from "../schema/find-places.ts";
import type { Part } from "../schema/place.ts";
import { quote, sanitizeText } from "../text/sanitize-text.ts";
import { type Expression, readStringLiteral } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { resolveCall } from "./resolve-call.ts";
import { findCelTypes, findListedStrings, type Types } from "./schema-types.ts";
import { formatFunction, formatTypes } from "./type-names.ts";

/** An environment and a schema that define the names in an expression. */
interface ResolveInput {
  readonly env: CelEnv;
  readonly root: Part;
  /** The owner kinds that the spec package allows. */
  readonly ownerKinds: readonly string[];
  /** The pointer pattern of `self`. */
  readonly self: readonly string[];
  findOffset(node: Expression): number;
}

/** The result of checking an expression without a candidate. */
export interface ResolvedExpression {
  /** Names that the schema does not define, and calls that cannot work. */
  readonly errors: readonly ExpressionError[];
  /** The patterns of all paths in the candidate that the expression reads. */
  readonly reads: readonly (readonly string[])[];
  /** The subset of `reads` whose values it uses. The other paths only lead to these values. */
  readonly uses: readonly (readonly string[])[];
  /** The patterns of arrays and objects whose whole content it reads. */
  readonly fullyRead: readonly (readonly string[])[];
}

/** Looks up the names of an expression in the schema, and checks its calls against the types that the schema declares. */
export function resolveExpression(expression: Expression, input: ResolveInput): ResolvedExpression {
  const resolution = new Resolution(input);
  const names = new Map([
    ["self", { pattern: input.self }],
    ["candidate", { pattern: [] }],
  ]);
  const result = resolution.resolve(expression, names);
  if (resolution.errors.length === 0 && !canBe(result, "bool")) {
    const message = `The expression must be a boolean, not ${formatTypes(result.types)}.`;
    resolution.report(expression, message, "Use a comparison.");
  }
  const { errors, reads, uses, fullyRead } = resolution;
  return {
    errors,
    reads: [...reads.values()],
    uses: [...reads].flatMap(([pointer, pattern]) => (uses.has(pointer) ? [pattern] : [])),
    fullyRead: [...fullyRead.values()],
  };
}

/** What is known about a node's value without a candidate. */
interface Value {
  readonly types?: Types;
  /** The pattern of the value's path, if the value comes from the candidate. */
  readonly pattern?: readonly string[];
}

type Names = ReadonlyMap<string, Value>;
type Loop = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];
type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];

const bool: Value = { types: new Set(["bool"]) };
const typeIdentifiers = new Set("bool bytes double int list map null_type string type uint".split(" "));
const constants: { readonly [kind: string]: string } = {
  boolValue: "bool",
  bytesValue: "bytes",
  doubleValue: "double",
  int64Value: "int",
  nullValue: "null_type",
  stringValue: "string",
  uint64Value: "uint",
};

class Resolution {
  readonly errors: ExpressionError[] = [];
  readonly reads = new Map<string, readonly string[]>();
  readonly uses = new Set<string>();
  readonly fullyRead = new Map<string, readonly string[]>();
  readonly #input: ResolveInput;

  constructor(input: ResolveInput) {
    this.#input = input;
  }

  report(node: Expression, message: string, advice: string): Value {
    this.errors.push({ code: "spec.rule", offset: this.#input.findOffset(node), message, advice });
    return {};
  }

  /** Resolves a node, and all nodes inside it. If `isAncestor`, only a property of the node's value is used. */
  resolve(node: Expression, names: Names, isAncestor = false): Value {
    const { exprKind } = node;
    switch (exprKind.case) {
      case "constExpr":
        return { types: new Set([constants[exprKind.value.constantKind.case ?? ""] ?? ""]) };
      case "identExpr":
        return this.#resolveName(node, exprKind.value.name, names, isAncestor);
      case "selectExpr": {
        const { operand, field, testOnly } = exprKind.value;
        const object = this.resolve(operand as Expression, names, true);
        const pattern = this.#findPattern(node, object, field);
        if (testOnly) return bool;
        return pattern ? this.#read(pattern, isAncestor) : {};
      }
      case "callExpr":
        return this.#resolveCall(node, exprKind.value, names, isAncestor);
      case "listExpr":
        for (const element of exprKind.value.elements) this.#markFullyRead(this.resolve(element, names));
        return { types: new Set(["list"]) };
      case "structExpr": {
        if (exprKind.value.messageName !== "") {
          return this.report(node, "A rule cannot create protobuf messages.", "Use a map: {'name': value}.");
        }
        for (const { keyKind, value } of exprKind.value.entries) {
          if (keyKind.case === "mapKey") this.resolve(keyKind.value, names);
          if (value) this.#markFullyRead(this.resolve(value, names));
        }
        return { types: new Set(["map"]) };
      }
      case "comprehensionExpr":
        return this.#resolveLoop(node, exprKind.value, names);
      default:
        return {};
    }
  }

  #resolveName(node: Expression, name: string, names: Names, isAncestor: boolean): Value {
    const value = names.get(name);
    if (value) return value.pattern ? this.#read(value.pattern, isAncestor) : value;
    if (typeIdentifiers.has(name)) return { types: new Set(["type"]) };
    const { root, self } = this.#input;
    const parent = [self, []].find((pattern) => listPropertyNames(root, pattern).includes(name));
    const suggestion = findClosest(
      name,
      [...names.keys()].filter((other) => !other.startsWith("@")),
    );
    const advice = suggestion
      ? `Did you mean ${sanitizeText(suggestion)}?`
      : parent
        ? `It is a property: use ${parent === self ? "self" : "candidate"}.${sanitizeText(name)}.`
        : "Use self (the value at `at`) or candidate (the whole candidate).";
    return this.report(node, `${quote(name)} is not defined here.`, advice);
  }

  // Returns the pattern of a property; reports an error if the schema does not define it.
  #findPattern(node: Expression, object: Value, name: string): readonly string[] | undefined {
    const { root } = this.#input;
    if (!canBe(object, "map")) {
      const message = `Cannot read ${quote(name)} of ${formatTypes(object.types)}: it has no properties.`;
      this.report(node, message, "Read a property of an object. Use size(x) for a length.");
      return undefined;
    }
    const pattern = object.pattern && [...object.pattern, name];
    if (!pattern || findPlaces(root, pattern).length > 0) return pattern;
    const suggestion = suggestName(name, listPropertyNames(root, object.pattern));
    const message = `No candidate has ${quote(formatPointer(pattern))}: candidateSchema does not define it.`;
    this.report(node, message, suggestion ?? "Use a property that candidateSchema defines.");
    return undefined;
  }

  #resolveLoop(node: Expression, loop: Loop, names: Names): Value {
    const range = this.resolve(loop.iterRange as Expression, names);
    if (!canBe(range, "list") && !canBe(range, "map")) {
      const message = `Cannot loop over ${formatTypes(range.types)}.`;
      this.report(node, message, "Loop over an array or an object.");
    }
    const result = this.resolve(loop.accuInit as Expression, names);
    const inside = new Map(names).set(loop.iterVar, this.#resolveItem(range)).set(loop.accuVar, result);
    for (const part of [loop.loopCondition, loop.loopStep]) this.resolve(part as Expression, inside);
    return this.resolve(loop.result as Expression, inside);
  }

  // A loop over an object visits the names of its properties, not their values.
  #resolveItem(range: Value): Value {
    if (isOnlyContainer(range, "map")) return { types: new Set(["string"]) };
    if (isOnlyContainer(range, "list") && range.pattern) return { pattern: [...range.pattern, "*"] };
    this.#markFullyRead(range);
    return {};
  }

  #resolveCall(node: Expression, { function: name, args, target }: Call, names: Names, isAncestor: boolean): Value {
    const isProperty = name === "_[_]" && readStringLiteral(args[1] as Expression) !== undefined;
    const resolvedTarget = target && this.resolve(target, names);
    const operands = args.map((argument, index) => this.resolve(argument, names, isProperty && index === 0));
    const [first = {}, second = {}, third = {}] = operands;
    const values = [...(resolvedTarget ? [resolvedTarget] : []), ...operands];
    // On an object, `in` reads only the names of its properties.
    if (name === "@in" && isOnlyContainer(second, "map")) this.#markFullyRead(first);
    else if (name !== "size" && name !== "_[_]") for (const value of values) this.#markFullyRead(value);
    switch (name) {
      case "_&&_":
      case "_||_":
        for (const [index, argument] of args.entries()) this.#expectBool(argument, operands[index] ?? {}, name);
        return bool;
      case "@not_strictly_false":
        return bool;
      case "_?_:_":
        this.#expectBool(args[0] as Expression, first, name);
        return { types: second.types && third.types ? second.types.union(third.types) : undefined };
      case "_[_]":
        return this.#resolveIndex(node, first, args[1] as Expression, isAncestor);
      case "_==_":
      case "_!=_":
        this.#lintStringLiteral(args[0] as Expression, second.pattern);
        this.#lintStringLiteral(args[1] as Expression, first.pattern);
        return bool;
      case "@in":
        this.#lintStringLiteral(
          args[0] as Expression,
          isOnlyContainer(second, "list") ? second.pattern?.concat("*") : undefined,
        );
    }
    if (/^get[A-Z]/.test(name) && args.length > 0) {
      const message = `${formatFunction(name)} must be called without a time zone: time zone data differs between machines.`;
      return this.report(node, message, "Remove the argument. The result is in UTC.");
    }
    const types = values.map((value) => value.types);
    const resolved = resolveCall(this.#input.env, name, types, target !== undefined);
    return "message" in resolved ? this.report(node, resolved.message, resolved.advice) : resolved;
  }

  #resolveIndex(node: Expression, container: Value, index: Expression, isAncestor: boolean): Value {
    const name = readStringLiteral(index);
    if (name !== undefined) {
      const pattern = this.#findPattern(node, container, name);
      return pattern ? this.#read(pattern, isAncestor) : {};
    }
    if (!canBe(container, "list") && !canBe(container, "map")) {
      const message = `Cannot use [ ] on ${formatTypes(container.types)}.`;
      return this.report(node, message, "Use it on an array or an object.");
    }
    if (isOnlyContainer(container, "list") && container.pattern)
      return this.#read([...container.pattern, "*"], isAncestor);
    this.#markFullyRead(container);
    return {};
  }

  // A comparison with a misspelled string always has the same result, and no test candidate would reveal the mistake.
  #lintStringLiteral(node: Expression, pattern: readonly string[] | undefined): void {
    const text = readStringLiteral(node);
    if (text === undefined || !pattern) return;
    const { root, ownerKinds } = this.#input;
    const allowed = formatPointer(pattern) === "/owner/kind" ? ownerKinds : findListedStrings(root, pattern);
    if (!allowed || allowed.includes(text)) return;
    const advice = suggestName(text, allowed) ?? "Compare with a string that the package accepts there.";
    this.report(node, `No valid candidate has ${quote(text)} there.`, advice);
  }

  #read(pattern: readonly string[], isAncestor: boolean): Value {
    const pointer = formatPointer(pattern);
    this.reads.set(pointer, pattern);
    if (!isAncestor) this.uses.add(pointer);
    return { types: findCelTypes(this.#input.root, pattern), pattern };
  }

  #markFullyRead(value: Value): void {
    if (value.pattern && (canBe(value, "list") || canBe(value, "map"))) {
      this.fullyRead.set(formatPointer(value.pattern), value.pattern);
    }
  }

  #expectBool(node: Expression, value: Value, operator: string): void {
    if (canBe(value, "bool")) return;
    const message = `${formatFunction(operator)} requires a boolean, not ${formatTypes(value.types)}.`;
    this.report(node, message, "Use a comparison.");
  }
}

function canBe({ types }: Value, type: string): boolean {
  return types === undefined || types.has(type);
}

/** Whether `type` is the only container type that a value can have. */
function isOnlyContainer({ types }: Value, type: "list" | "map"): boolean {
  return types?.has(type) === true && !types.has(type === "list" ? "map" : "list");
}
