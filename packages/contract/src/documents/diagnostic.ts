import type { DiagnosticCode, Needs, Severity } from "../catalogues/diagnostic-messages.ts";
import type { Json } from "../json/json.ts";
import { limits } from "../limits.ts";
import { pointer } from "./schema-parts.ts";

/** An operation of a JSON Patch (RFC 6902). Fixes use only `replace`, `remove` and `move`; tests can use all. */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** One problem of a candidate, wherever and however often it occurs. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  /** A JSON Pointer into the candidate as sent. For a missing property: where it belongs. */
  readonly path: string;
  /** The first paths, if the problem occurs at several; the message contains their number. */
  readonly paths?: readonly string[];
  readonly message: string;
  /** The reason that the rules give. */
  readonly why?: string;
  readonly needs: Needs;
  /** The id of the rule, if a rule of the spec package reported it. */
  readonly rule?: string;
  /** The known name or allowed value that is most similar. It can have a different meaning, so ask before using it. */
  readonly didYouMean?: string;
  /** A patch that writes the accepted form with the same meaning wherever the problem occurs. */
  readonly fix?: readonly PatchOperation[];
}

/** The JSON Schema of a `PatchOperation` of a fix. */
export const patchOperationSchema = {
  type: "object",
  description: "One operation of a JSON Patch (RFC 6902) on the candidate as sent.",
  properties: {
    op: { type: "string", enum: ["replace", "remove", "move"], description: "What to do." },
    path: { ...pointer, description: "Where to do it, as a JSON Pointer." },
    from: { ...pointer, description: "With `move`: where to take the value from." },
    value: { description: "With `replace`: the new value." },
  },
  required: ["op", "path"],
} as const;

/** The JSON Schema of a `Diagnostic`. */
export const diagnosticSchema = {
  type: "object",
  description: "One problem in the candidate, wherever and however often it occurs.",
  properties: {
    severity: {
      type: "string",
      enum: ["error", "warning", "info"],
      description: "Only an `error` makes a candidate invalid.",
    },
    code: {
      type: "string",
      pattern: "^[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*$",
      description: "Never changes; its page is `/diagnostics/{code}`. New codes may be added.",
    },
    path: {
      ...pointer,
      description:
        "Where the problem is, as a JSON Pointer into the candidate as sent. For a missing property: where it belongs.",
    },
    paths: {
      type: "array",
      items: pointer,
      minItems: 2,
      maxItems: limits.pathsPerDiagnostic,
      description: `The first places, at most ${limits.pathsPerDiagnostic}, if there are several.`,
    },
    message: { type: "string", description: "What is wrong, and what would be right." },
    why: { type: "string", description: "The reason that the rules give." },
    needs: {
      type: "string",
      enum: ["edit", "ask", "owner-decision", "product-team"],
      description:
        "Who can resolve it: whoever wrote the draft (`edit`), the person whose facts it is about (`ask`), only the owner, a person (`owner-decision`), or the team that publishes the rules (`product-team`). Any other value: `ask`.",
    },
    rule: { type: "string", description: "The id of the rule, if a rule of the spec package reported it." },
    didYouMean: {
      type: "string",
      description: "The most similar known name or allowed value. Its meaning can differ: ask before using it.",
    },
    fix: {
      type: "array",
      items: patchOperationSchema,
      description:
        "A patch that writes the accepted form with the same meaning. Apply all fixes together, longest path first.",
    },
  },
  required: ["severity", "code", "path", "message", "needs"],
} as const;
