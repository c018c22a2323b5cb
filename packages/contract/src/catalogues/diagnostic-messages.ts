/** The severity of a diagnostic. Only an `error` makes a candidate invalid. */
export type Severity = "error" | "warning" | "info";

/**
 * Who can resolve a diagnostic: the author of the candidate (`edit`), somebody who knows what neither the candidate nor the
 * rules say (`ask`), only the owner, a person (`owner-decision`), or the team that publishes the spec package
 * (`product-team`). Treat a value that you do not know as `ask`: later versions may add some.
 */
export type Needs = "edit" | "ask" | "owner-decision" | "product-team";

/**
 * What the engine says with a code. A code is never renamed and never changes its meaning.
 *
 * Message templates contain placeholders: `{x}` is the parameter `x` in quotes, `{x:bare}` without quotes (only for our
 * own words and numbers), `{x:a}` with its article, `{x:list}` a comma-separated list, `{x:said}` a description written
 * by the engine, `{x:pointer}` a JSON Pointer, `{x:count}` a count ("none" for 0), `{x:item}` a count with its noun
 * ("3 items"; also `character` and `property`), and `{value}` the invalid value.
 */
export interface DiagnosticMessages {
  readonly severity: Severity;
  readonly needs: Needs;
  /** The messages that somebody else can act on than `needs` says. */
  readonly needsOf?: { readonly [variant: string]: Needs };
  readonly messages: { readonly [variant: string]: string };
}

/**
 * What a message says last if its author may not know the right value: the author was told (`told`), or only a person can
 * give it, as the owner (`owner`) or because the spec package says so (`decision`).
 */
export const askFor = {
  told: "Use what you were told, otherwise ask.",
  owner: "An agent does not change the owner: it asks the person it works for.",
  decision: "Only the owner can decide this. If you are not the owner, ask them, and do not make it up.",
} as const;

/**
 * Every diagnostic code with its severity, who can resolve it, and its message templates: what the engine needs of the
 * catalogue. `diagnosticCatalogue` adds what pages say.
 */
export const diagnosticMessages = {
  "field.missing": {
    severity: "error",
    needs: "ask",
    needsOf: { only: "edit", becauseOnly: "edit", beside: "edit" },
    messages: {
      default: "The required property {name} is missing.",
      form: "The required property {name} is missing. Expected: {form:said}.",
      values: "The required property {name} is missing. Allowed values: {allowed:list}.",
      only: "The required property {name} is missing. Its only allowed value is {allowed:list}.",
      beside: "The required property {name} is missing, and properties that belong in it are beside it: {held:list}.",
      because: "The property {name} is missing. It is required because {other} is present.",
      becauseForm: "The property {name} is missing. It is required because {other} is present. Expected: {form:said}.",
      becauseValues:
        "The property {name} is missing. It is required because {other} is present. Allowed values: {allowed:list}.",
      becauseOnly:
        "The property {name} is missing. It is required because {other} is present. Its only allowed value is {allowed:list}.",
    },
  },
  "field.unknown": {
    severity: "error",
    needs: "ask",
    needsOf: {
      noValue: "edit",
      matching: "edit",
      name: "edit",
      nameOfForm: "edit",
      wrapper: "edit",
      wrapped: "edit",
      inArray: "edit",
    },
    messages: {
      default: "Unknown property {name}. Known properties: {known:list}. Ask before removing it.",
      noValue: "Unknown property {name}, without a value. Known properties: {known:list}.",
      knownOrMatching:
        "Unknown property {name}. Known properties: {known:list}, and names that match one of these patterns: {patterns:list}. Ask before removing it.",
      matching: "Unknown property {name}. Names must match one of these patterns: {patterns:list}.",
      none: "The property {name} is not allowed here. Ask before removing it.",
      name: "The property name {name} is not allowed here. Choose another name.",
      nameOfForm: "The property name {name} is not allowed here. Allowed: {form:said}.",
      wrapper: "Unknown property {name}. It contains what is missing beside it: {held:list}.",
      wrapped: "The whole candidate is inside {name}. Use the value of {name} itself as the candidate.",
      inArray: "The candidate is inside an array: its only item is the candidate.",
      wrappedBeside:
        "The candidate is inside {name}, and other properties are beside it. Ask whether they are needed; then use the value of {name} itself as the candidate.",
      wrappedForAnother:
        "The candidate is inside {name}, beside the name of another product or domain. Ask which one it is for.",
      inUnit:
        "Unknown property {name}. It may be meant as {expected}: ask whether its value is in {unit:said}, and rename it only if it is.",
      whichUnit: "Unknown property {name}. It may be meant as {expected}: ask which unit its value is in.",
      otherThing: "Unknown property {name}. It resembles {expected}, but may mean something else: ask which is meant.",
      otherDomain:
        "Unknown property {name}. Besides owner and generatorId, no property is known here: ask whether the candidate is for this domain. Known properties: {known:list}.",
      anotherCall: "The value of {name} is not {expected}, which this call is for. Ask which one the candidate is for.",
    },
  },
  "field.misspelled": {
    severity: "error",
    needs: "edit",
    messages: {
      default: "Unknown property {name}. Rename it to {expected}, which is required and missing.",
      optional: "Unknown property {name}. Did you mean {expected}?",
    },
  },
  "field.type": {
    severity: "error",
    needs: "edit",
    needsOf: {
      noValue: "ask",
      noValueOf: "ask",
      noValueWith: "ask",
      twoNumbers: "ask",
      decimals: "ask",
      withUnit: "ask",
      unitByCase: "ask",
    },
    messages: {
      default: "{value} is {found:a}, not {expected:a}.",
      composite: "Expected {expected:a}; found {found:a}.",
      nested: "Expected {expected:a}; found {found:a}. Arrays and objects are not supported here.",
      with: "{value} is {found:a}, not {expected:a}. Required properties: {required:list}.",
      compositeWith: "Expected {expected:a}; found {found:a}. Required properties: {required:list}.",
      noValue: "Expected {expected:a}; found null.",
      noValueOf: "Expected {expected:a}; found null. Allowed values: {allowed:list}.",
      noValueWith: "Expected {expected:a}; found null. Required properties: {required:list}.",
      twoNumbers:
        "{value} is {found:a}, not {expected:a}, and can be read in two ways ({readings:list}). Ask which is meant.",
      otherUnit: "{value} is {found:a}, not {expected:a}, and in a different unit from the one in the property's name.",
      decimals: "{value} is {found:a}, not {expected:a}, and has decimal places. Ask which unit it is in.",
      withUnit:
        "{value} is {found:a}, not {expected:a}. Ask which unit the number has here, and write it without the unit.",
      unitByCase:
        "{value} is {found:a}, not {expected:a}. Ask whether it is in {units:said}, and which unit the property has; then write only the number, in that unit.",
      several: "Expected {expected:a}; found an array of {count:item}. Only one candidate can be sent at a time.",
      notJson: "Expected JSON data; found {found:said}.",
    },
  },
  "field.value": {
    severity: "error",
    needs: "edit",
    needsOf: { default: "ask", otherBranch: "ask", unexpected: "ask" },
    messages: {
      default: "{value} is not allowed. Allowed values: {allowed:list}.",
      otherBranch:
        "{value} does not fit the properties beside it, which belong to {didYouMean}. Allowed values: {allowed:list}. Ask which is meant.",
      only: "{value} is not allowed. The only allowed value is {allowed:list}.",
      near: "{value} is not allowed. Did you mean {didYouMean}? Allowed values: {allowed:list}.",
      lookalike:
        "{value} is not allowed: it has characters that only look like {lookalikes:said}. Did you mean {didYouMean}? Allowed values: {allowed:list}.",
      alias: "{value} is another name for {didYouMean}, which is the one to use.",
      noForm:
        "{value} does not match any of the allowed forms. See the JSON Schema that `rule.at` points to in the spec package.",
      noneOfForms: "{value} does not match any of the allowed forms. Allowed: {forms:said}.",
      excluded: "{value} is not allowed here. Choose another value.",
      unexpected: "{value} is accepted, but it is not one of the expected values: {allowed:list}.",
      unexpectedNear:
        "{value} is accepted, but it is not one of the expected values. Did you mean {didYouMean}? Expected values: {allowed:list}.",
    },
  },
  "field.pattern": {
    severity: "error",
    needs: "edit",
    needsOf: { empty: "ask" },
    messages: {
      empty: "The value is empty: it is not filled in. The pattern is {pattern}.",
      default: "{value} does not match the pattern {pattern}.",
      reason: "{value} is not accepted. The product team says: {text} The pattern is {pattern}.",
      idAlphabet:
        '{value} is not a valid {noun:said}. Use ASCII letters, digits, "-", "_", ".", "/", "@", "+" and ":", including at least one letter or digit.',
    },
  },
  "field.format": {
    severity: "error",
    needs: "edit",
    needsOf: { open: "ask" },
    messages: { default: "{value} {defect:said}", open: "{value} {defect:said}" },
  },
  "field.length": {
    severity: "error",
    needs: "edit",
    needsOf: { empty: "ask" },
    messages: {
      empty: "The value is empty: it is not filled in. Expected: at least {min:character}.",
      tooLong: "{value} has {length:character}; the maximum is {max:bare}.",
      tooShort: "{value} has {length:character}; the minimum is {min:bare}.",
    },
  },
  "field.range": {
    severity: "error",
    needs: "edit",
    messages: {
      tooSmall: "{value} is too small: the minimum is {min:bare}.",
      tooLarge: "{value} is too large: the maximum is {max:bare}.",
      notAbove: "{value} is too small: it must be greater than {min:bare}.",
      notBelow: "{value} is too large: it must be less than {max:bare}.",
      notMultiple: "{value} is not a multiple of {step:bare}.",
    },
  },
  "list.length": {
    severity: "error",
    needs: "edit",
    messages: {
      tooLong: "The array has {length:item}; the maximum is {max:bare}.",
      tooShort: "The array has {length:item}; the minimum is {min:bare}.",
      tooFewOfAKind:
        "At least {min:item} must match the JSON Schema that `rule.at` points to in the spec package; found {count:count}.",
      tooFewOfForm: "At least {min:item} must be {form:said}; found {count:count}.",
      tooManyOfAKind:
        "At most {max:item} may match the JSON Schema that `rule.at` points to in the spec package; found {count:count}.",
      tooManyOfForm: "At most {max:item} may be {form:said}; found {count:count}.",
    },
  },
  "list.duplicate": {
    severity: "error",
    needs: "edit",
    needsOf: { copy: "ask", copyBy: "ask", copyOfSeveral: "ask" },
    messages: {
      default: "{value} appears more than once in the array.",
      copy: "{value} appears more than once in the array. Ask whether it is meant to appear twice.",
      copyBy:
        "{value} is the {member} of more than one item, and these items are equal. Ask whether the item is meant to appear twice.",
      by: "More than one item has {actual} as its {member}. Each needs a different one.",
      byComposite: "The {member} of this item equals that of an earlier item. Give each item a different {member}.",
      several: "An earlier item has the same values for {members:list}. Each item needs a different combination.",
      copyOfSeveral: "The item appears more than once in the array. Ask whether it is meant to appear twice.",
    },
  },
  "list.sum": {
    severity: "error",
    needs: "ask",
    messages: {
      default: "The values add up to {sum:bare}, not to {total:bare}.",
      of: "The values of {member} add up to {sum:bare}, not to {total:bare}.",
    },
  },
  "object.size": {
    severity: "error",
    needs: "edit",
    messages: {
      tooMany: "The object has {size:property}; the maximum is {max:bare}.",
      tooFew: "The object has {size:property}; the minimum is {min:bare}.",
    },
  },
  "owner.kind-not-allowed": {
    severity: "error",
    needs: "owner-decision",
    messages: { default: "The owner must be one of: {allowed:list}. Found: {actual}." },
  },
  "registry.id-taken": {
    severity: "error",
    needs: "edit",
    messages: {
      default: "The {noun:said} {actual} is already in the registry ({state:bare}). Choose another id.",
      spelling:
        'The {noun:said} {actual} is already in the registry as {registered} ({state:bare}): case, "-", "_" and "." make no difference. Choose another id.',
      asId: "Written as a valid id, {actual} is the same as {registered}, which is already in the registry ({state:bare}). Choose another id.",
    },
  },
  "registry.id-in-ballot": {
    severity: "warning",
    needs: "edit",
    messages: {
      default: "An open proposal already uses the {noun:said} {actual}. If it is not yours, consider another id.",
    },
  },
  "output-field.duplicate": {
    severity: "error",
    needs: "edit",
    needsOf: { copy: "ask", copyOfSeveral: "ask" },
    messages: {
      copy: "{value} is the {member} of more than one output field, and these are equal. Ask whether the field is meant to appear twice.",
      default: "More than one output field has {actual} as its {member}. Each needs a different one.",
      composite:
        "The {member} of this output field equals that of an earlier one. Give each output field a different {member}.",
      several: "An earlier output field has the same values for {members:list}. Each needs a different combination.",
      copyOfSeveral: "The output field appears more than once. Ask whether it is meant to appear twice.",
    },
  },
  "sample.field-undeclared": {
    severity: "error",
    needs: "edit",
    needsOf: { default: "ask", either: "ask" },
    messages: {
      default: "The sample field {name} is not declared. Declared fields: {declared:list}. Ask before removing it.",
      noValue: "The sample field {name}, without a value, is not declared. Declared fields: {declared:list}.",
      near: "The sample field {name} is not declared. Did you mean {didYouMean}?",
      either:
        "The sample field {name} is not declared, but resembles the output field {didYouMean}. Ask which name is right.",
      wrapper: "The sample field {name} is not declared. It contains what is missing beside it: {held:list}.",
      none: "The sample field {name} is not declared: there are no output fields.",
    },
  },
  "sample.field-missing": {
    severity: "error",
    needs: "ask",
    messages: {
      default: "The sample record has no value for the output field {name}.",
      typed: "The sample record has no value for the output field {name}. Expected: a value of type {expected}.",
    },
  },
  "sample.value-type": {
    severity: "error",
    needs: "edit",
    needsOf: { openDefect: "ask", otherType: "ask", noValue: "ask" },
    messages: {
      default: "The sample value {actual} is not {expected:a}.",
      defect: "The sample value {actual} {defect:said}",
      openDefect: "The sample value {actual} {defect:said}",
      otherType:
        "The sample value {actual} is not {expected:a}, but it is {others:a}. Ask whether the value or the declared type is wrong.",
      composite: "{value} is not {expected:a}.",
      nested: "{value} is not {expected:a}. Arrays and objects are not supported as sample values.",
      leaveOut:
        "The sample value {actual} is not {expected:a}. If there is no value, leave the field {name} out of the record.",
      writeNoValue: "The sample value {actual} is not {expected:a}. If there is no value, write {noValue}.",
      noValue: "The sample value {actual} is not {expected:a}, and a field of this type cannot be without a value.",
    },
  },
  "rule.violated": {
    severity: "error",
    needs: "edit",
    messages: { default: "The rule {rule} is not met. The product team says: {text}" },
  },
  "check.failed": {
    severity: "error",
    needs: "product-team",
    messages: {
      normalization:
        "Sorting {at:pointer}, as the spec package asks, makes the candidate invalid: {code:bare} at {where:pointer}. Report this to the product team, which must fix it.",
      normalizedOtherwise:
        "Sorting {at:pointer}, as the spec package asks, changes the result: the check {rule} reports {code:bare} at {where:pointer} only {when:bare} sorting. Report this to the product team, which must fix it.",
      rule: "Cannot tell whether the rule {rule} is met: its expression failed ({reason}). Report this to the product team.",
    },
  },
  "check.budget": {
    severity: "error",
    needs: "edit",
    needsOf: { rule: "product-team" },
    messages: {
      rule: "The rule {rule} alone takes more than half of the steps that a verdict may take, so checking stopped early and there may be more errors. Report this to the product team: the rule cannot check a candidate of this size.",
      default:
        "Checking this candidate takes more steps than allowed, so checking stopped early and there may be more errors. Shorten the candidate, for example its longest array.",
    },
  },
} as const satisfies { readonly [code: string]: DiagnosticMessages };

/** A code of the diagnostic catalogue. */
export type DiagnosticCode = keyof typeof diagnosticMessages;

/** The names of the message templates of a code. */
export type MessageOf<Code extends DiagnosticCode> = keyof (typeof diagnosticMessages)[Code]["messages"] & string;
