import { limits } from "@assay/contract";
import { parse } from "@bufbuild/cel";
import { quote } from "../text/sanitize-text.ts";
import { countLoops, countNodes, type Expression, listMatchPatterns } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { readOpaque } from "./tokens.ts";

/** A parsed expression within the limits, with the offset of each node in the source; or the first error. */
export type ReadExpression =
  | { readonly kind: "ok"; readonly expression: Expression; findOffset(node: Expression): number }
  | { readonly kind: "invalid"; readonly error: ExpressionError };

/** Parses an expression, and checks its size. */
export function readExpression(source: string): ReadExpression {
  const bracketError = findBracketError(source);
  if (bracketError) return { kind: "invalid", error: bracketError };
  try {
    const { expr: expression, sourceInfo } = parse(source);
    const error = findSizeError(expression);
    if (error) return { kind: "invalid", error };
    return { kind: "ok", expression, findOffset: ({ id }) => sourceInfo?.positions[String(id)] ?? 0 };
  } catch (error) {
    return { kind: "invalid", error: toSyntaxError(source, error) };
  }
}

const closingBrackets: { readonly [opening: string]: string } = { "(": ")", "[": "]", "{": "}" };

// The parser's messages for unclosed brackets and quotes are unclear, and its maximum depth depends on the machine.
function findBracketError(source: string): ExpressionError | undefined {
  const openOffsets: number[] = [];
  for (let offset = 0; offset < source.length; offset += 1) {
    const text = readOpaque(source, offset);
    const character = source[offset] as string;
    if (text !== undefined) offset += text.length - 1;
    else if (character === '"' || character === "'") {
      return createRuleError(
        offset,
        `This quote (${character}) is not closed on its line.`,
        "Close it on the same line.",
      );
    } else if (closingBrackets[character] !== undefined) {
      openOffsets.push(offset);
      if (openOffsets.length > limits.cel.brackets) {
        return createSizeError(offset, `Brackets are nested more than ${limits.cel.brackets} levels deep.`);
      }
    } else if (")]}".includes(character)) {
      const opening = openOffsets.pop();
      if (opening === undefined) return createRuleError(offset, `Unmatched "${character}".`, "Remove it.");
      const expected = closingBrackets[source[opening] as string] as string;
      if (expected !== character) {
        const message = `Found "${character}" where "${expected}" was expected.`;
        return createRuleError(offset, message, `Close "${source[opening]}" first.`);
      }
    }
  }
  const opening = openOffsets.pop();
  if (opening === undefined) return undefined;
  const character = source[opening] as string;
  return createRuleError(opening, `This "${character}" is never closed.`, `Add "${closingBrackets[character]}".`);
}

function toSyntaxError(source: string, error: unknown): ExpressionError {
  const { location } = error as { readonly location?: { readonly start: { readonly offset: number } } };
  if (!location) {
    const reason = error instanceof Error ? error.message : String(error);
    return createRuleError(
      "all",
      `The expression cannot be parsed: ${quote(reason)}.`,
      "See cel.dev for the CEL grammar.",
    );
  }
  const { offset } = location.start;
  const rest = source.slice(offset).trim();
  if (rest === "") return createRuleError(offset, "The expression is incomplete.", "Complete it.");
  // This includes operators from other languages, such as `===` and `=`.
  const operator = /^(?:[&|=!<>]{2,3}|[-+*/%<>?:.,=&|])/.exec(rest)?.[0];
  if (operator) {
    const advice = "Add the operand, or use an operator of CEL: ==, !=, <, <=, >, >=, &&, || or !.";
    return createRuleError(offset, `Expected an operand at ${operator}.`, advice);
  }
  const word = /^(?:\w+|.)/su.exec(rest)?.[0] ?? "";
  if (/[\w\])]\s*\.\s*$/.test(source.slice(0, offset)) && /^[a-z]+$/.test(word)) {
    const advice = `Read a property of that name with brackets: ['${word}'].`;
    return createRuleError(offset, `${quote(word)} is a reserved word in CEL.`, advice);
  }
  const advice = /^(?:and|or|not)$/i.test(word) ? "Use &&, || or !." : "See cel.dev for the CEL grammar.";
  return createRuleError(offset, `Unexpected ${quote(word)}.`, advice);
}

function findSizeError(expression: Expression): ExpressionError | undefined {
  const { nodes: maxNodes, patterns: maxPatterns, loops: maxLoops, nestedLoops } = limits.cel;
  const { count, depth } = countLoops(expression);
  const sizes = [
    { size: countNodes(expression), max: maxNodes, unit: "nodes" },
    { size: listMatchPatterns(expression).length, max: maxPatterns, unit: "patterns" },
    { size: count, max: maxLoops, unit: "loops" },
    { size: depth, max: nestedLoops, unit: "levels of nested loops" },
  ];
  const exceeded = sizes.find(({ size, max }) => size > max);
  if (!exceeded) return undefined;
  const message = `The expression has ${exceeded.size} ${exceeded.unit}; the maximum is ${exceeded.max}.`;
  return createSizeError("all", message);
}

function createRuleError(offset: ExpressionError["offset"], message: string, advice: string): ExpressionError {
  return { code: "spec.rule", offset, message, advice };
}

function createSizeError(offset: ExpressionError["offset"], message: string): ExpressionError {
  return { code: "spec.too-large", offset, message, advice: "Split it into several rules." };
}
