import type { DiagnosticCode } from "./diagnostic-messages.ts";

const actual = "The value that was found, truncated if it is long.";
const found = "The type that was found, if it is an array or an object.";
const name = "The name of the property.";
const assumes = "The places where the rule assumes that the fix was applied.";

// A string can have a wrong length besides.
const alsoLength = {
  length: "The length of the string, if it is wrong too.",
  min: "The minimum length, if the string is too short.",
  max: "The maximum length, if the string is too long.",
};

/**
 * What the members of `params` mean, for each diagnostic code. Most are present only with some messages of the code. Apart
 * from the catalogue, so that a bundle with the engine does not contain it.
 *
 * @example
 * diagnosticParams["field.misspelled"].expected; // "The correct name."
 */
export const diagnosticParams: {
  readonly [code in DiagnosticCode]: { readonly [param: string]: string };
} = {
  "field.missing": {
    name,
    form: "What fits.",
    allowed: "The allowed values.",
    other: "The property whose presence makes this one required.",
    held: "Unknown properties beside it that belong in it.",
  },
  "field.unknown": {
    name,
    known: "The known names.",
    patterns: "The patterns that other names may match.",
    form: "What names must look like.",
    held: "Missing properties that were found inside this one.",
    expected: "The target product or domain that the call is for, or the known property that may be meant.",
    unit: "The unit of the known property that may be meant.",
  },
  "field.misspelled": { name: "The name as it was written.", expected: "The correct name." },
  "field.type": {
    actual,
    found: "The type that was found.",
    expected: "The expected type.",
    required: "The properties that the expected object needs.",
    allowed: "The values that are allowed, if null was found instead of one.",
    readings: "The two numbers that the string can be read as.",
    units: "The two units that its unit is in one case or the other.",
    count: "The number of candidates in the array.",
  },
  "field.value": {
    actual,
    found,
    allowed: "The allowed values.",
    forms: "Descriptions of the allowed forms.",
    didYouMean: "The allowed value that is closest to the one that was found, or that fits the properties beside it.",
    lookalikes: "The ASCII characters that some of its characters only look like, with their code points.",
    assumes,
  },
  "field.pattern": {
    actual,
    found,
    pattern: "The regular expression that the string must match.",
    text: "What the product team says about the form.",
    format: "The JSON Schema format that the string does not have either.",
    defect: "What is most likely wrong with the string in that format.",
    ...alsoLength,
  },
  "field.format": {
    actual,
    found,
    format: "The JSON Schema format.",
    defect: "What is most likely wrong with the string.",
    pattern: "The regular expression that the string does not match either.",
    text: "What the product team says about that form.",
    ...alsoLength,
  },
  "field.length": {
    actual,
    length: "The length of the string, in Unicode code points.",
    min: "The minimum length.",
    max: "The maximum length.",
  },
  "field.range": {
    actual,
    min: "The minimum, or the number that it must be greater than.",
    max: "The maximum, or the number that it must be less than.",
    step: "The number that it must be a multiple of.",
  },
  "list.length": {
    length: "The number of items.",
    min: "The minimum number of items.",
    max: "The maximum number of items.",
    count: "The number of items that match, if the limit applies only to items of one form.",
    form: "A description of that form.",
  },
  "list.duplicate": {
    actual,
    found,
    member: "The property that must differ from item to item.",
    members: "The properties whose values must not all be the same in two items.",
    assumes,
  },
  "list.sum": {
    sum: "What the numbers add up to: a number, or a string if it has more digits than a number can hold.",
    total: "What they must add up to.",
    member: "The property that is added up, if the items are objects.",
    assumes,
  },
  "object.size": {
    size: "The number of properties.",
    min: "The minimum number of properties.",
    max: "The maximum number of properties.",
  },
  "owner.kind-not-allowed": {
    actual: "The kind that was found.",
    allowed: "The allowed kinds.",
  },
  "registry.id-taken": {
    actual,
    registered: "The registered id, in its own spelling.",
    state: "The state of the registered id: `active`, `retired` or `reserved`.",
  },
  "registry.id-in-ballot": { actual },
  "output-field.duplicate": {
    actual,
    found,
    member: "The property that must differ from field to field.",
    members: "The properties whose values must not all be the same in two fields.",
    assumes,
  },
  "sample.field-undeclared": {
    name: "The name of the field in the sample record.",
    declared: "The names of the declared output fields.",
    didYouMean: "The declared name that is closest.",
    held: "Declared fields that were found inside this one.",
    assumes,
  },
  "sample.field-missing": {
    name: "The name of the output field.",
    expected: "The type that the output field declares.",
    assumes,
  },
  "sample.value-type": {
    actual,
    found,
    expected: "The type that the output field declares.",
    defect: "What is most likely wrong with the value.",
    others: "Up to four other types that the value has.",
    name: "The field to leave out if there is no value.",
    noValue: "What to write if there is no value.",
    assumes,
  },
  "rule.violated": { rule: "The id of the rule.", text: "What the product team says about it.", assumes },
  "check.failed": {
    rule: "The id of the rule or check.",
    reason: "Why its expression failed.",
    at: "The array that the spec package sorts.",
    ops: "The normalization that the spec package asks for.",
    code: "The diagnostic that appears because of it.",
    where: "The path of that diagnostic.",
    when: "Whether it appears only `before` or only `after` sorting.",
    actual: "The generator id that was not looked up.",
  },
  "check.budget": { rule: "The rule that takes too many steps." },
};
