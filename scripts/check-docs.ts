import type { DiagnosticCode, JsonObject, Rule } from "@assay/contract";

/** A check's entry in the reference, which product teams read. */
export interface CheckDocs {
  /** Markdown. Explains every property that only rules with this check have. */
  readonly description: string;
  readonly example: CheckExample;
}

/**
 * A rule with a candidate that it accepts and one that it refuses. Both are merge patches (RFC 7396) to
 * `cases/candidates/loyalty-card.json`. A test applies them under Datamint 1.0.0 with this rule as its only rule.
 */
interface CheckExample {
  readonly rule: Rule;
  readonly accepted: JsonObject;
  readonly refused: JsonObject;
  /** The code of the only diagnostic for `refused`. */
  readonly code: DiagnosticCode;
  /** The path of that diagnostic. */
  readonly path: string;
}

/** The reference entries of the checks. */
export const checkDocs: { readonly [name in Rule["check"]]: CheckDocs } = {
  "allowed-values": {
    description:
      "Every value at `at` must be one of `values`, compared as JSON. Any other value is reported as `field.value`. `aliases` are reported too, with a fix, so `candidateSchema` must accept them as strings. Use this check instead of `enum` if the rule needs its own `severity`.",

    example: {
      rule: {
        id: "strategies-known",
        check: "allowed-values",
        at: "/supportedStrategies/*",
        values: ["fast", "realistic"],
      },
      accepted: { supportedStrategies: ["fast"] },
      refused: { supportedStrategies: ["fast", "chaotic"] },
      code: "field.value",
      path: "/supportedStrategies/1",
    },
  },
  "unique-by": {
    description:
      'No two items of the array at `at` may have the same value at `by`, a JSON Pointer that starts at the item. With several pointers, such as `["/title", "/version"]`, no two items may have the same values at all of them. Items without a value there are ignored. A repeated value is reported as `list.duplicate`, or as `output-field.duplicate` if `at` is the `fieldsAt` of a `records-match-fields` rule.',

    example: {
      rule: { id: "members-differ", check: "unique-by", at: "/sampleRecords", by: "/member" },
      accepted: { sampleRecords: [{ member: "Ada Diaz" }, { member: "Ben Okoro" }] },
      refused: { sampleRecords: [{ member: "Ada Diaz" }, { member: "Ada Diaz" }] },
      code: "list.duplicate",
      path: "/sampleRecords/1/member",
    },
  },
  "sum-equals": {
    description:
      "The numbers in the array or map at `at`, or those at `of` in its items, must add up to `total`. They are added as decimals: 33.3, 33.3 and 33.4 are exactly 100. Items without a number are ignored. Any other sum is reported as `list.sum`, at the array.",

    example: {
      rule: { id: "shares-add-up", check: "sum-equals", at: "/sampleRecords", of: "/share", total: 100 },
      accepted: { sampleRecords: [{ share: 33.3 }, { share: 33.3 }, { share: 33.4 }] },
      refused: { sampleRecords: [{ share: 33.3 }, { share: 33.3 }] },
      code: "list.sum",
      path: "/sampleRecords",
    },
  },
  "records-match-fields": {
    description:
      'Every record in the array at `at` must match the fields that the array at `fieldsAt` declares, each an object with a `name` and a `type`, or with the properties that `nameProperty` and `typeProperty` name. `fieldTypes` in the spec package defines the types, and `candidateSchema` must limit the type to exactly their names with an `enum`. A field that is not declared is reported as `sample.field-undeclared`, a value that does not match as `sample.value-type`, and a declared field without a value as `sample.field-missing`, unless `missing` is `"allow"`.',

    example: {
      rule: {
        id: "samples-match-fields",
        check: "records-match-fields",
        at: "/sampleRecords",
        fieldsAt: "/outputFields",
        missing: "error",
      },
      accepted: {
        outputFields: [{ name: "age", type: "integer", description: "Age in years." }],
        sampleRecords: [{ age: 36 }],
      },
      refused: {
        outputFields: [{ name: "age", type: "integer", description: "Age in years." }],
        sampleRecords: [{ age: "36" }],
      },
      code: "sample.value-type",
      path: "/sampleRecords/0/age",
    },
  },
  cel: {
    description:
      "`assert` is an expression in CEL, the [Common Expression Language](https://cel.dev), that must be true for every value at `at`. If it is false, the value is reported as `rule.violated` with the text in `message`, at the place that `reportAt` names. Without `reportAt`, a rule with an empty `at` is reported at the value that it reads, or at the nearest common ancestor if it reads several. The rule is not evaluated where a value that it reads is missing or invalid.",

    example: {
      rule: {
        id: "id-fields-hold-ids",
        check: "cel",
        at: "/outputFields/*",
        assert: "!self.name.endsWith('Id') || self.type in ['string', 'integer', 'uuid']",
        message: "A field whose name ends in Id must be a string, an integer or a uuid.",
      },
      accepted: { outputFields: [{ name: "memberId", type: "uuid", description: "Id of the member." }] },
      refused: { outputFields: [{ name: "memberId", type: "boolean", description: "Id of the member." }] },
      code: "rule.violated",
      path: "/outputFields/0",
    },
  },
};
