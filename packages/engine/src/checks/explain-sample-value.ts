import type { Json } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isContainer, isObject, readMember, toJsonType } from "../json/json.ts";
import { classifyNumberText, isPlaceholder } from "../json/parse-scalar-text.ts";
import { type Meter, spend } from "../meter.ts";
import { findFormatDefect } from "../schema/find-format-defect.ts";
import { matchesFormat } from "../schema/formats.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { CheckParts, FieldTest, FieldTests } from "./check.ts";

/** The field that a sample value belongs to. */
interface SampleField {
  readonly name: string;
  readonly type: string | undefined;
  readonly test: FieldTest;
  readonly canBeMissing: boolean;
}

type Explanation = Pick<Finding<"sample.value-type">, "message" | "params" | "groupKey" | "needs">;

/** Explains why a sample value does not have the type of its field. */
export function explainSampleValue(
  value: Json,
  { name, type = "", test, canBeMissing }: SampleField,
  { spec, fieldTests }: CheckParts,
  meter: Meter,
): Explanation {
  if (value === null || isPlaceholder(value)) {
    const groupKey = "nothing";
    if (canBeMissing) return { message: "leaveOut", params: { name }, groupKey };
    const noValue = [null, ""].find((empty) => test(empty, meter));
    return noValue === undefined
      ? { message: "default", params: {}, groupKey, needs: "ask" }
      : { message: "writeNoValue", params: { noValue }, groupKey };
  }
  const groupKey = toJsonType(value);
  if (isContainer(value)) return { message: "default", params: {}, groupKey };
  const otherTypes = findFieldTypes(value, fieldTests, meter).slice(0, maxTypesShown);
  if (otherTypes.length > 0)
    return { message: "otherType", params: { others: otherTypes }, groupKey: `other ${groupKey}`, needs: "ask" };
  const schema = spec.fieldTypes?.[type]?.schema;
  const format = isObject(schema) ? readMember(schema, "format") : undefined;
  if (typeof value !== "string" || typeof format !== "string" || mightMatchFormat(format, value, meter)) {
    // It is unclear which boolean a string stands for and, in some cases, which number.
    const isAmbiguous =
      typeof value === "string" && (test(true, meter) || (test(1, meter) && classifyNumberText(value) === "open"));
    return { message: "default", params: {}, groupKey, needs: isAmbiguous ? "ask" : undefined };
  }
  const formatDefect = findFormatDefect(format, value);
  const needs = formatDefect.isAmbiguous ? "ask" : undefined;
  return { message: "defect", params: { defect: formatDefect.defect }, groupKey: formatDefect.defect, needs };
}

// Finds the declared types that accept a value. For a string, leaves out types that accept any word.
function findFieldTypes(value: Json, fieldTests: FieldTests, meter: Meter): readonly string[] {
  spend(meter, fieldTests.size);
  return [...fieldTests].flatMap(([name, test]) =>
    test(value, meter) && !(typeof value === "string" && test("word", meter)) ? [name] : [],
  );
}

// A longer list would not help the reader.
const maxTypesShown = 4;

// Whether the string matches the format, or is too long to test. If it matches, another keyword refused it.
function mightMatchFormat(format: string, text: string, meter: Meter): boolean {
  if (isTooLong(text)) return true;
  spend(meter, text.length);
  return matchesFormat(format, text);
}
