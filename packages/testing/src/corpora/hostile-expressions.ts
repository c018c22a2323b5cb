import { type Json, type JsonObject, limits } from "@assay/contract";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";
import { instructions, long } from "./hostile-kinds.ts";
import { base, list, map, type PackageEntry, specForX, x } from "./hostile-spec.ts";

const memberSchema = {
  type: "object",
  properties: {
    numbers: list({ type: "integer" }),
    text: { type: "string", maxLength: 65_536 },
    records: list(map({ type: ["integer", "boolean", "null"] })),
  },
  required: ["numbers", "text", "records"],
  additionalProperties: false,
};

/** Creates a spec package with one additional CEL rule, by default for the member `x`. */
function specWithRule(assert: string, { at = "/x", message = "No." } = {}): JsonObject {
  const rule = { id: "expression", check: "cel", at, message, assert };
  return specForX(memberSchema, {}, { rules: [...(base.rules as readonly Json[]), rule] });
}

function fillX(members: { readonly [name: string]: Json }): Json {
  return x({ numbers: [], text: "", records: [], ...members });
}

const createNumbers = (n: number) => times(n, (i) => i % 10);
const wideRecords = fillBytes(limits.bodyBytes, (n) =>
  fillX({ numbers: createNumbers(9), records: times(9, () => makeMembers(n, (i) => [i.toString(36), i])) }),
);
const bodies = {
  "many numbers": fillBytes(limits.bodyBytes, (n) => fillX({ numbers: createNumbers(n) })),
  "some numbers and a long text": fillX({ numbers: createNumbers(600), text: "a".repeat(20_000) }),
  "wide records": wideRecords,
  "a longer text": fillX({ numbers: createNumbers(9), text: "a".repeat(60_000) }),
  "supplementary characters": fillX({ numbers: createNumbers(60), text: "😀".repeat(15_000) }),
};

/** CEL rules that try to exhaust the engine, exceed its limits or inject text into answers. The first is honest. */
export const hostileExpressions: { readonly [name: string]: PackageEntry } = {
  "an honest rule": [
    "accepted",
    specWithRule("self.numbers.all(n, n >= 0) && !self.text.contains('bad') && self.records.all(r, size(r) <= 10)"),
    { "without the member": candidate(), "a few values": fillX({ numbers: [1], text: "x", records: [{ a: 1 }] }) },
  ],
  "nested loops": [
    "accepted",
    specWithRule("!self.numbers.all(b, self.numbers.all(c, self.numbers.all(d, b + c + d >= 0)))"),
    bodies,
  ],
  "look-ups in nested loops": [
    "accepted",
    specWithRule("!self.numbers.all(b, self.numbers.all(c, self.numbers.all(d, !registered(self.text + string(b)))))"),
    bodies,
  ],
  "member names in errors": [
    "accepted",
    // The type checker would require a guard around `r[self.text]`, but it does not look inside a list.
    specWithRule("self.records.all(r, [r][0][self.text] == 1)"),
    {
      instructions: fillX({ records: [{}], text: instructions("a name") }),
      long: fillX({ records: [{}], text: long }),
    },
  ],
  "a message with values": [
    "accepted",
    specWithRule("false", { at: "/x/numbers/*", message: "{candidate.x.text}".repeat(limits.cel.messageValues) }),
    { ...bodies, "instructions in each": fillX({ numbers: createNumbers(9), text: instructions("a value") }) },
  ],
  "a message with more values than allowed": [
    "spec.too-large",
    specWithRule("false", { message: "{self}".repeat(limits.cel.messageValues + 1) }),
  ],
  "more nodes than allowed": ["spec.too-large", specWithRule(times(80, () => "self.numbers == []").join(" || "))],
  "loops that are nested too deeply": [
    "spec.too-large",
    specWithRule("self.numbers.all(b, self.numbers.all(c, self.numbers.all(d, self.numbers.all(e, e == b))))"),
  ],
  "an invalid pattern that the message quotes": ["spec.pattern", specWithRule(`self.text.matches('(${long}')`)],
};
