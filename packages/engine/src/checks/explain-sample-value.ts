import type { Json } from "@assay/contract";
import type { Finding } from "../findings/finding.ts";
import { isContainer, isObject, readMember, toJsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { describeForm } from "../schema/describe-form.ts";
import { describeFormatDefect } from "../schema/describe-format-defect.ts";
import { matchesFormat } from "../schema/formats.ts";
import { isTooLong } from "../schema/pattern.ts";
import type { Place } from "../schema/place.ts";
import { addArticle } from "../text/phrases.ts";

/** The field that a sample value belongs to. */
interface SampleField {
  readonly name: string;
  readonly type: string;
  readonly place: Place;
  readonly canBeMissing: boolean;
}

type Explanation = Pick<Finding<"sample.value-type">, "message" | "params" | "groupKey">;

/** Explains why a sample value does not have the type of its field. */
export function explainSampleValue(
  value: Json,
  { name, type, place, canBeMissing }: SampleField,
  meter: Meter,
): Explanation {
  if (value === null || (typeof value === "string" && value.trim() === "")) {
    const groupKey = "nothing";
    if (canBeMissing) return { message: "leaveOut", params: { name }, groupKey };
    const noValue = [null, ""].find((empty) => acceptsAt(place, empty, meter));
    return noValue === undefined
      ? { message: "default", params: {}, groupKey }
      : { message: "writeNoValue", params: { noValue }, groupKey };
  }
  const groupKey = toJsonType(value);
  if (isContainer(value)) return { message: "default", params: {}, groupKey };
  const [part] = place.parts;
  const format = isObject(part?.schema ?? null) ? readMember(part?.schema as never, "format") : undefined;
  if (typeof value === "string" && typeof format === "string" && !mightMatchFormat(format, value, meter)) {
    const defect = describeFormatDefect(format);
    return { message: "defect", params: { defect }, groupKey: defect };
  }
  const form = describeForm(place, part, meter);
  // For "integer", the form says no more than the name.
  return { message: "default", params: { form: form === addArticle(type) ? undefined : form }, groupKey };
}

// Whether the string matches the format, or is too long to test. If it matches, another keyword refused it.
function mightMatchFormat(format: string, text: string, meter: Meter): boolean {
  if (isTooLong(text)) return true;
  spend(meter, text.length);
  return matchesFormat(format, text);
}
