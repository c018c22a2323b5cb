import type { Json, MessageOf } from "@assay/contract";
import { describeDefect } from "../findings/describe-value.ts";
import { convertible } from "../findings/kind-of-value.ts";
import { saysNothing } from "../json/conversions.ts";
import { isObject, member } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { asksForMore } from "../schema/format-defect.ts";
import { matchesFormat } from "../schema/formats.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { FieldTest, FieldTypes } from "./check.ts";

/** The field that a sample value is for. */
interface SampleField {
  /** The kind of the value, for this field. */
  readonly kind: string;
  readonly name: string;
  readonly type: string | undefined;
  readonly test: FieldTest;
  readonly fieldTypes: FieldTypes;
  readonly mayBeMissing: boolean;
}

interface Explained {
  readonly message: MessageOf<"sample.value-type">;
  readonly params: { readonly [name: string]: Json };
}

/** Which message fits a sample value that does not have the type of its field. */
export function explainSampleValue(
  value: Json,
  { kind, name, type = "", test, fieldTypes, mayBeMissing }: SampleField,
  meter: Meter,
): Explained {
  if (value === null || saysNothing(value)) {
    if (kind === convertible) return { message: "default", params: {} };
    if (mayBeMissing) return { message: "leaveOut", params: { name } };
    const noValue = [null, ""].find((empty) => test(empty, meter));
    return noValue === undefined
      ? { message: "noValue", params: {} }
      : { message: "writeNoValue", params: { noValue } };
  }
  const schema = fieldTypes.schemaOf(type);
  if (typeof value === "object") {
    const types = schema === undefined ? undefined : acceptedTypes(schema, schema);
    return { message: types?.has("array") || types?.has("object") ? "composite" : "nested", params: {} };
  }
  if (kind === convertible) return { message: "default", params: {} };
  const others = fieldTypes.typesFor(value, meter).slice(0, maxTypes);
  if (others.length > 0) return { message: "otherType", params: { others } };
  const format = isObject(schema) ? member(schema, "format") : undefined;
  if (typeof value !== "string" || typeof format !== "string" || mayMatchFormat(format, value, meter))
    return { message: "default", params: {} };
  const defect = describeDefect(format, value, meter);
  return { message: asksForMore(defect) ? "openDefect" : "defect", params: { defect } };
}

// More types say no more about a value.
const maxTypes = 4;

// If it may, another keyword of the type refused the string. A format is not tried on a long one.
function mayMatchFormat(format: string, text: string, meter: Meter): boolean {
  if (isTooLong(text)) return true;
  spend(meter, text.length);
  return matchesFormat(format, text);
}
