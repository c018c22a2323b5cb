import type { Json } from "@assay/contract";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** What a sentence tells its reader to do. */
export type Order =
  | { readonly kind: "rename"; readonly to: string }
  | { readonly kind: "remove" }
  | { readonly kind: "trim" }
  | { readonly kind: "write"; readonly value: Json }
  | { readonly kind: "convert"; readonly to: string }
  | { readonly kind: "unwrap"; readonly name: string }
  /** A name or a value that was probably meant; what it is depends on what the message is about. */
  | { readonly kind: "suggestion"; readonly value: string }
  /** Any of several values; a hurried reader takes the first. */
  | { readonly kind: "choose"; readonly from: readonly Json[] }
  /** Something new, which the reader makes up: the message leaves it open. */
  | { readonly kind: "make up"; readonly what: "id" | "id and name" }
  /** What to do where the draft says nothing: an empty string or null. */
  | { readonly kind: "if there is no value"; readonly does: Order }
  /** An id, of the characters that are allowed. */
  | { readonly kind: "rewrite id" }
  | { readonly kind: "use the brief" }
  | { readonly kind: "ask" }
  /** Other content, which only its author can write. */
  | { readonly kind: "rework" }
  /** A place to look at, or advice that a reader may follow; a hurried one does neither. */
  | { readonly kind: "advice" };

/** An order, and the sentence that gives it. */
export interface Given {
  readonly order: Order;
  readonly sentence: string;
}

/** What a reader takes from a message: its orders, and the sentences that give one that nobody can carry out. */
export interface Reading {
  readonly orders: readonly Given[];
  readonly unparsed: readonly string[];
}

type Rule = readonly [pattern: RegExp, read: (sentence: Sentence, match: RegExpMatchArray) => readonly Order[]];

// How orders are written. A message with a new way of giving one needs a line here; the first that matches counts.
const rules: readonly Rule[] = [
  // Who is asked, and what first: an order to ask is one wherever it is in a sentence.
  [/\bwhat you were told\b.*\bask\b/i, () => [{ kind: "use the brief" }, { kind: "ask" }]],
  [/\b(?:what|if|unless) the brief\b.*\bask\b/i, () => [{ kind: "use the brief" }, { kind: "ask" }]],
  [/\bthe brief (?:says|tells|names)\b/i, () => [{ kind: "use the brief" }]],
  [/\basks?\b/i, () => [{ kind: "ask" }]],
  [/\bproduct team must\b|^(?:Report|Tell) .*\b(?:product team|operator)\b/, () => [{ kind: "ask" }]],

  [/^Rename (?:#|it) to #/, ({ quoted }) => [{ kind: "rename", to: quoted.at(-1) ?? "" }]],
  [/^Did you mean #\?$/, ({ quoted: [value = ""] }) => [{ kind: "suggestion", value }]],
  [/^If there is no value, leave\b/, () => [{ kind: "if there is no value", does: { kind: "remove" } }]],
  [
    /^If there is no value, write (#|null)\.$/,
    ({ quoted: [value = null] }) => [{ kind: "if there is no value", does: { kind: "write", value } }],
  ],
  [/^Remove the surrounding whitespace\b/, () => [{ kind: "trim" }]],
  [/^Remove (?:the (?:unknown )?(?:property|sample field) #|the duplicates?|(?:each )?#)/, () => [{ kind: "remove" }]],
  [/^Leave out the (?:optional )?property #/, () => [{ kind: "remove" }]],
  [/^Use the value of # (?:itself )?as the candidate/, ({ quoted: [name = ""] }) => [{ kind: "unwrap", name }]],

  [/^(?:Change it to|Change each to|Write) #( everywhere)?\.$/, ({ quoted: [value = ""] }) => [write(value)]],
  [
    /^(?:Change it to|Change each to|Write) (null|true|false|-?[0-9][0-9.e+-]*)( everywhere)?\.$/,
    (_, [, value = "null"]) => [write(JSON.parse(value))],
  ],
  [/^Change it to the [\w-]+ #\.$/, ({ quoted: [value = ""] }) => [write(value)]],
  [/^Change it to the [\w-]+ (\S+)\.$/, (_, [, value = "null"]) => [write(JSON.parse(value))]],
  [
    /^Change (?:it|each) to (?:an?|the) ([\w-]+(?: of (?:\d+ )?strings)?)( everywhere)?\.$/,
    (_, [, to = ""]) => [{ kind: "convert", to }],
  ],

  [/^Allowed(?: values| kinds)?: (.+)\.$/, (sentence) => choice(sentence)],
  [/\b(?:must be one of|only allowed value is):? (.+)\.$/, (sentence) => choice(sentence)],
  [/^Choose another id\b.*\bname\b/, () => [{ kind: "make up", what: "id and name" }]],
  [/^Choose another id\b/, () => [{ kind: "make up", what: "id" }]],
  [/^Use ASCII letters, digits\b/, () => [{ kind: "rewrite id" }]],
  [/^(?:Choose another (?:value|name)|Give each .* a different #|Shorten the candidate)/, () => [{ kind: "rework" }]],
  [/^See the JSON Schema\b|\bas the patch says\b|\bconsider\b/i, () => [{ kind: "advice" }]],
];

// A sentence that begins with one of these, after a condition at most, tells its reader to do something.
const verbs =
  "add|change|choose|convert|copy|correct|declare|delete|drop|fill|fix|follow|give|include|insert|join|keep|leave|make|merge|move|name|pass|pick|provide|put|quote|remove|rename|repeat|replace|report|round|see|send|set|shorten|split|state|submit|tell|trim|turn|unwrap|update|use|wrap|write";
const order = new RegExp(`^(?:(?:If|Where|When|Unless|Otherwise|Then|Instead)\\b[^.]*?,\\s+)?(?:${verbs})\\b`, "i");

/** Reads a message, or the title of a fix, as somebody who does what it says and thinks no further. */
export function readOrders(message: string): Reading {
  const read = sentencesOf(message).map((sentence) => {
    for (const [pattern, orders] of rules) {
      const match = sentence.words.match(pattern);
      if (!match) continue;
      return {
        orders: orders(sentence, match).map((each) => ({ order: each, sentence: sentence.text })),
        unparsed: [],
      };
    }
    return { orders: [], unparsed: order.test(sentence.words) ? [sentence.text] : [] };
  });
  return { orders: read.flatMap(({ orders }) => orders), unparsed: read.flatMap(({ unparsed }) => unparsed) };
}

// Sentences that say what would be accepted, or who can tell: a person who reads one knows what to answer.
const needs: readonly RegExp[] = [
  /\ballowed(?: values| kinds)?: /i,
  /^expected: |\bonly allowed value\b/i,
  /\bmust\b|\bneeds?\b|\brequired because\b/i,
  /\b(?:known|required) properties: |\bdeclared fields: |\bnames that match\b|\bmissing beside\b/i,
  /\b(?:maximum|minimum|at least|at most|greater than|less than|multiple of|characters|items)\b/i,
  /\bnot (?:a|an|null)\b|\bexpected (?:a|an|one|null)\b|\b(?:is|be|write|as) (?:an?|one of|null)\b/i,
  /\bnot a valid\b|\bmatch the pattern\b|\bmore than once\b|\bmore than one\b|\bequals that of\b/i,
  /\b(?:the form is|in the form)\b|\bwhich is [\w@.-]+\.$|\bcannot (?:have|be)\b|\bnot supported\b/i,
  /\bproduct team says: #|\bthere are no output fields\b/i,
];

/** Whether a message that ends in a question says what is needed: what would be accepted, or whom to ask for what. */
export function namesWhatIsNeeded(message: string): boolean {
  const sentences = sentencesOf(message);
  return sentences.some(({ words }) => /\basks?\b/i.test(words) || needs.some((need) => need.test(words)));
}

function write(value: Json): Order {
  return { kind: "write", value };
}

// The values of a list: `"fast", "realistic"` or `1, 2 and 3 more`.
function choice({ words, quoted }: Sentence): readonly Order[] {
  const list = words.replace(/^.*?(?:: | is )(?=#|null|true|false|-?[0-9])/, "").slice(0, -1);
  const texts = [...quoted];
  const from = list.split(/, | or | and /).flatMap((item): Json[] => {
    if (item === "#") return [texts.shift() ?? ""];
    return /^(?:null|true|false|-?[0-9][0-9.e+-]*)$/.test(item) ? [JSON.parse(item)] : [];
  });
  return from.length > 0 ? [{ kind: "choose", from }] : [];
}
