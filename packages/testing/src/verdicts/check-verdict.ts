import assert from "node:assert/strict";
import {
  type Diagnostic,
  escapeToken,
  type Json,
  limits,
  parsePointer,
  type Verdict,
  verdictSchema,
} from "@assay/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { closeSchema } from "../close-schema.ts";

const fitsVerdictSchema = new Ajv2020().compile(closeSchema(verdictSchema));

/** Checks everything about a verdict that does not depend on the candidate. Returns its length in bytes. */
export function checkForm(verdict: Verdict): number {
  const bytes = Buffer.byteLength(JSON.stringify(verdict));
  assert.ok(bytes <= limits.verdictBytes, `${bytes} bytes`);
  assert.ok(fitsVerdictSchema(verdict), JSON.stringify(fitsVerdictSchema.errors));
  for (const diagnostics of [verdict.diagnostics, verdict.upcoming?.diagnostics ?? []]) {
    assert.ok(diagnostics.length <= limits.diagnostics);
    for (const [index, diagnostic] of diagnostics.slice(1).entries()) {
      const before = diagnostics[index] as Diagnostic;
      assert.ok(compareDiagnostics(before, diagnostic) <= 0, `${before.path} comes before ${diagnostic.path}`);
    }
  }
  assert.equal(verdict.valid, !verdict.diagnostics.some(({ severity }) => severity === "error"));
  // A fix contains submitted values unchanged. Everywhere else, invisible characters must be escaped.
  assertNothingHidden(JSON.parse(JSON.stringify(verdict, (name, value) => (name === "fix" ? undefined : value))));
  return bytes;
}

/** Checks that no name or text in a value contains invisible characters. */
export function assertNothingHidden(value: unknown): void {
  JSON.stringify(value, (name, member) => {
    const text = `${name} ${typeof member === "string" ? member : ""}`;
    const [hidden] = text.match(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u) ?? [];
    assert.equal(hidden, undefined, `U+${hidden?.codePointAt(0)?.toString(16)} in ${text}`);
    return member;
  });
}

// Compares severity, path (token by token, indexes as numbers), code and rule, as in section 5 of the contract.
function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const severities = ["error", "warning", "info"];
  const bySeverity = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  const byRule = a.rule === undefined || b.rule === undefined ? 0 : compare(a.rule, b.rule);
  return bySeverity || comparePaths(a.path, b.path) || compare(a.code, b.code) || byRule;
}

function comparePaths(a: string, b: string): number {
  const [left, right] = [toTokens(a), toTokens(b)];
  for (const [index, token] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (token === other) continue;
    const [isIndex, isOtherIndex] = [/^(0|[1-9][0-9]*)$/.test(token), /^(0|[1-9][0-9]*)$/.test(other)];
    if (isIndex && isOtherIndex) return Number(token) - Number(other);
    if (isIndex !== isOtherIndex) return isIndex ? -1 : 1;
    return compare(token, other);
  }
  return left.length - right.length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const missingCodes = new Set(["field.missing", "sample.field-missing"]);

/** Checks that every path exists in the candidate; for a missing value, its parent must exist. */
export function checkPaths({ diagnostics, upcoming }: Verdict, candidate: Json): void {
  for (const { code, path, paths = [] } of [...diagnostics, ...(upcoming?.diagnostics ?? [])]) {
    for (const each of [path, ...paths]) {
      const existing = missingCodes.has(code) ? toPointer(toTokens(each).slice(0, -1)) : each;
      assert.ok(isResolvable(candidate, existing), `${code} at ${each}`);
    }
  }
}

/** Whether a JSON Pointer leads to a value in a document. */
function isResolvable(document: Json, path: string): boolean {
  let value: unknown = document;
  for (const token of toTokens(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return false;
    value = (value as Record<string, unknown>)[token];
  }
  return true;
}

function toTokens(path: string): readonly string[] {
  return parsePointer(path) ?? assert.fail(path);
}

function toPointer(parts: readonly string[]): string {
  return parts.map((token) => `/${escapeToken(token)}`).join("");
}
