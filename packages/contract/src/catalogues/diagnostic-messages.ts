/** The severity of a diagnostic. Only an `error` makes a candidate invalid. */
export type Severity = "error" | "warning" | "info";

/** Who can resolve a diagnostic; see `needsMeanings`. Treat an unknown value as `ask`; later versions can add some. */
export type Needs = "edit" | "ask" | "owner-decision" | "product-team";

/** What the reader of a diagnostic has to do, for each value of `needs`. */
export const needsMeanings: { readonly [needs in Needs]: string } = {
  edit: "Whoever wrote the draft settles this: it is about names and structure. Add nothing that neither the draft nor the rules contain.",
  ask: "The value is the person's: write what they said, or what it says plainly in another form or unit if it can mean nothing else. Otherwise ask, all in one message. Never estimate, complete, convert currencies or kinds, or take what fits.",
  "owner-decision": "Only the owner, a person, can say this, even their id: ask them, and never decide it yourself.",
  "product-team": "The rules are wrong here; changing the draft does not help. Report it to the product team.",
};

/**
 * The message templates of a code. A code is never renamed and never changes its meaning.
 *
 * A message consists of a template and of those clauses in `messageClauses` for which the finding has parameters.
 * Templates contain placeholders: `{x}` is the parameter `x` in quotes, `{x:bare}` without quotes (only for Assay's own
 * words and numbers), `{x:a}` with its article, `{x:list}` a comma-separated list, `{x:phrase}` a phrase that the engine
 * wrote, `{x:pointer}` a JSON Pointer, `{x:count}` a count ("none" for 0), `{x:item}` a count with its noun
 * ("3 items"; also `character` and `property`), and `{value}` the invalid value.
 */
export interface DiagnosticMessages {
  readonly severity: Severity;
  /** Who can resolve the problem, except with the messages in `needsByMessage` and with a fix. A rule can say otherwise. */
  readonly needs: Needs;
  readonly needsByMessage?: { readonly [variant: string]: Needs };
  readonly messages: { readonly [variant: string]: string };
}

/** The clauses that follow the template of any code, in this order. A clause is omitted if a parameter is missing. */
export const messageClauses: readonly string[] = [
  "The product team says: {text}",
  "The pattern is {pattern}.",
  "It is not {format:a} either.",
  "It may have at most {longest:character}.",
  "It needs at least {shortest:character}.",
  "Missing here: {missing:list}.",
  "Known properties: {known:list}.",
  "Names may match one of these patterns: {patterns:list}.",
  "Declared fields: {declared:list}.",
  "Did you mean {didYouMean}?",
  "Expected: {form:phrase}.",
  "Expected for {absent}: {absentForm:phrase}.",
  "Allowed: {forms:phrase}.",
  "Allowed values: {allowed:list}.",
  "The only allowed value is {only:list}.",
  "Expected values: {usual:list}.",
  "Write {written:phrase}.",
  "If there is no value, leave out {optional}.",
  "The rest of {rest:pointer} is checked when its {tag} is known.",
  "Leave out {left}.",
];

/**
 * Every diagnostic code, with its severity, who can resolve it, and its message templates. These are the parts of the
 * catalogue that the engine needs; `diagnosticCatalogue` adds the texts of the pages.
 */
export const diagnosticMessages = {
  "field.missing": {
    severity: "error",
    needs: "ask",
    messages: {
      default: "The required property {name} is missing.",
      because: "The property {name} is missing. It is required because {other} is present.",
    },
  },
  "field.unknown": {
    severity: "error",
    needs: "ask",
    needsByMessage: { misplaced: "edit", severalMisplaced: "edit", name: "edit", wrapped: "edit", inArray: "edit" },
    messages: {
      default: "Unknown property {names:list}.",
      several: "Unknown properties: {names:list}.",
      instead: "Unknown property {names:list}; the required property {absent} is missing.",
      misplaced: "The property {names:list} does not belong here.",
      severalMisplaced: "These properties do not belong here: {names:list}.",
      none: "The property {name} is not allowed here.",
      name: "The property name {name} is not allowed here.",
      wrapped: "The candidate is wrapped in the property {name}. The value of {name} must be sent as the candidate.",
      inArray: "The candidate is wrapped in an array. The array's only item must be sent as the candidate.",
      anotherCall: "This call is for {expected}, but {name} has another value.",
    },
  },
  "field.misspelled": {
    severity: "error",
    needs: "edit",
    needsByMessage: { number: "ask" },
    messages: {
      default: "Unknown property {name}.",
      number: "Unknown property {name}.",
    },
  },
  "field.type": {
    severity: "error",
    needs: "ask",
    needsByMessage: { notJson: "edit" },
    messages: {
      default: "{value} is {found:a}, not {expected:a}.",
      number: "{value} is text; {property:phrase} is a number.",
      readings: "{value} is text; {property:phrase} is a number. It can be read as {readings:phrase}.",
      other: "Expected {expected:a}; found {found:a}.",
      found: "Found {found:a}.",
      several: "Expected {expected:a}; found an array of {count:item}. Only one candidate can be sent at a time.",
      notJson: "Expected JSON data; found {found:phrase}.",
    },
  },
  "field.value": {
    severity: "error",
    needs: "ask",
    messages: {
      default: "{value} is not allowed.",
      text: "{value} is a string, not {expected:a}.",
      alias: "{actual} is another name for {target}.",
      noForm: "{value} does not match any of the allowed forms.",
      excluded: "{value} is not allowed here.",
      unexpected: "{value} is accepted, but it is not one of the expected values.",
    },
  },
  "field.pattern": {
    severity: "error",
    needs: "ask",
    needsByMessage: { idForm: "edit", idAlphabet: "edit" },
    messages: {
      default: "{value} is not accepted.",
      idForm: "{value} is not accepted.",
      empty: "The value is empty.",
      idAlphabet:
        '{value} is not a valid {noun:phrase}. Use ASCII letters, digits, "-", "_", ".", "/", "@", "+" and ":", including at least one letter or digit.',
    },
  },
  "field.format": {
    severity: "error",
    needs: "ask",
    messages: { default: "{value} {defect:phrase}" },
  },
  "field.length": {
    severity: "error",
    needs: "ask",
    needsByMessage: { tooLong: "edit" },
    messages: {
      empty: "The value is empty.",
      tooLong: "{value} has {length:character}; the maximum is {max:bare}.",
      tooShort: "{value} has {length:character}; the minimum is {min:bare}.",
    },
  },
  "field.range": {
    severity: "error",
    needs: "ask",
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
    needs: "ask",
    needsByMessage: { repeated: "edit" },
    messages: {
      tooLong: "The array has {length:item}; the maximum is {max:bare}.",
      repeated: "The array has {length:item}; the maximum is {max:bare}. Without repetitions it has {distinct:bare}.",
      tooShort: "The array has {length:item}; the minimum is {min:bare}.",
      tooFewOfAKind: "At least {min:item} must have the expected form; found {count:count}.",
      tooManyOfAKind: "At most {max:item} may have the expected form; found {count:count}.",
    },
  },
  "list.duplicate": {
    severity: "error",
    needs: "ask",
    needsByMessage: { default: "edit" },
    messages: {
      default: "{value} appears more than once in the array, first at {first:pointer}.",
      copy: "{value} appears more than once in the array, first at {first:pointer}.",
      by: "More than one item has {actual} as its {member}, first at {first:pointer}. Each needs a different one.",
      several:
        "An earlier item, at {first:pointer}, has the same values for {members:list}. Each item needs a different combination.",
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
    needs: "ask",
    messages: {
      tooMany: "The object has {size:property}; the maximum is {max:bare}.",
      tooFew: "The object has {size:property}; the minimum is {min:bare}.",
    },
  },
  "owner.kind-not-allowed": {
    severity: "error",
    needs: "owner-decision",
    messages: { default: "The owner's kind must be one of: {kinds:list}. Found: {actual}." },
  },
  "owner.not-caller": {
    severity: "error",
    needs: "owner-decision",
    messages: { default: "The owner must be the caller. Found: {actual}." },
  },
  "registry.id-taken": {
    severity: "error",
    needs: "ask",
    messages: {
      default: "The {noun:phrase} {actual} is already in the registry ({state:bare}). Choose another id.",
      spelling:
        'The {noun:phrase} {actual} is already in the registry as {registered} ({state:bare}): case, "-", "_" and "." make no difference. Choose another id.',
    },
  },
  "registry.id-in-ballot": {
    severity: "warning",
    needs: "ask",
    messages: {
      default:
        "An open proposal already uses the {noun:phrase} {actual}. Unless that proposal is this one, consider another id.",
    },
  },
  "output-field.duplicate": {
    severity: "error",
    needs: "ask",
    messages: {
      default:
        "More than one output field has {actual} as its {member}, first at {first:pointer}. Each needs a different one.",
      several:
        "An earlier output field, at {first:pointer}, has the same values for {members:list}. Each needs a different combination.",
    },
  },
  "sample.field-undeclared": {
    severity: "error",
    needs: "ask",
    messages: { default: "The sample field {name} is not declared." },
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
    needs: "ask",
    messages: {
      default: "{value} is not {expected:a}.",
      defect: "{value} {defect:phrase}",
      leaveOut: "{value} is not {expected:a}. If there is no value, leave the field {name} out of the record.",
      writeNoValue: "{value} is not {expected:a}. If there is no value, write {noValue}.",
    },
  },
  "rule.violated": {
    severity: "error",
    needs: "ask",
    messages: { default: "The rule {rule} is not met." },
  },
  "check.failed": {
    severity: "error",
    needs: "product-team",
    messages: {
      rule: "Cannot tell whether the rule {rule} is met: its expression failed ({reason}).",
    },
  },
  "check.budget": {
    severity: "error",
    needs: "edit",
    needsByMessage: { rule: "product-team", slowPattern: "product-team" },
    messages: {
      rule: "The rule {rule} alone takes at least a third of the steps that a verdict may take, so checking stopped early and there may be more errors.",
      slowPattern:
        "The pattern at {at} of the spec package alone takes at least a third of the steps that a verdict may take, so checking stopped early and there may be more errors. It is slow for every text.",
      default:
        "Checking this candidate takes more steps than allowed, so checking stopped early and there may be more errors. Shorten the candidate, for example its longest array.",
    },
  },
} as const satisfies { readonly [code: string]: DiagnosticMessages };

/** A code of the diagnostic catalogue. */
export type DiagnosticCode = keyof typeof diagnosticMessages;

/** The names of the message templates of a code. */
export type MessageName<Code extends DiagnosticCode> = keyof (typeof diagnosticMessages)[Code]["messages"] & string;
