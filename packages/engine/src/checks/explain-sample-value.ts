import type { Json } from "@assay/contract";
import { describeDefect } from "../findings/describe-value.ts";
import type { Finding } from "../findings/finding.ts";
import { isContainer, isObject, jsonType, member } from "../json/json.ts";
import { numberText, saysNothing, spelledOut } from "../json/spelled-out.ts";
import { type Meter, spend } from "../meter.ts";
import { matchesFormat } from "../schema/formats.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { FieldTest, FieldTypes } from "./check.ts";

/** The field that a sample value is for. */
interface SampleField {
  readonly name: string;
  readonly type: string | undefined;
  readonly test: FieldTest;
  readonly fieldTypes: FieldTypes;
  readonly mayBeMissing: boolean;
}

type Explained = Pick<Finding<"sample.value-type">, "message" | "params" | "groupKey" | "needs" | "fix">;

/** Says what is wrong with a sample value that does not have the type of its field. */
export function explainSampleValue(
  value: Json,
  { name, type = "", test, fieldTypes, mayBeMissing }: SampleField,
  meter: Meter,
): Explained {
  if (value === null || saysNothing(value)) {
    const groupKey = "nothing";
    if (mayBeMissing) return { message: "leaveOut", params: { name }, groupKey };
    const noValue = [null, ""].find((empty) => test(empty, meter));
    return noValue === undefined
      ? { message: "default", params: {}, groupKey, needs: "ask" }
      : { message: "writeNoValue", params: { noValue }, groupKey };
  }
  const groupKey = jsonType(value);
  if (isContainer(value)) return { message: "default", params: {}, groupKey };
  const same = typeof value === "string" ? [value.trim(), spelledOut(value)] : [];
  const written = same.find((other) => other !== undefined && other !== value && test(other, meter));
  if (written !== undefined)
    return { message: "default", params: {}, groupKey, fix: { kind: "replace", value: written } };
  const others = fieldTypes.typesFor(value, meter).slice(0, maxTypes);
  if (others.length > 0)
    return { message: "otherType", params: { others }, groupKey: `other ${groupKey}`, needs: "ask" };
  const schema = fieldTypes.schemaOf(type);
  const format = isObject(schema) ? member(schema, "format") : undefined;
  if (typeof value !== "string" || typeof format !== "string" || mayMatchFormat(format, value, meter)) {
    // Of a text, nobody knows whether it means yes or no, and of some, which number.
    const isOpen = typeof value === "string" && (test(true, meter) || (test(1, meter) && numberText(value) === "open"));
    return { message: "default", params: {}, groupKey, ...(isOpen ? { needs: "ask" } : {}) };
  }
  const { defect, isOpen } = describeDefect(format, value, meter);
  return { message: "defect", params: { defect }, groupKey: defect, ...(isOpen ? { needs: "ask" } : {}) };
}

// More types say no more about a value.
const maxTypes = 4;

// If it may, another keyword of the type refused the string. A format is not tried on a long one.
function mayMatchFormat(format: string, text: string, meter: Meter): boolean {
  if (isTooLong(text)) return true;
  spend(meter, text.length);
  return matchesFormat(format, text);
}
