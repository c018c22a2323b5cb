import { type Json, type JsonObject, limits } from "@assay/contract";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";
import { instructions, long } from "./hostile-kinds.ts";
import { base, list, map, type PackageEntry, specForX, x } from "./hostile-spec.ts";

const anyText = { type: "string", maxLength: 65_536 };
const holder = {
  type: "object",
  properties: {
    n: list({ type: "integer" }),
    t: anyText,
    p: anyText,
    o: list(map({ type: ["integer", "boolean", "null"] })),
  },
  required: ["n", "t", "p", "o"],
  additionalProperties: false,
};

/** Adds a CEL rule to the spec package, by default about the member `x`. */
function addRule(assert: string, { at = "/x", message = "No." } = {}): JsonObject {
  const rule = { id: "expression", check: "cel", at, message, assert };
  return specForX(holder, {}, { rules: [...(base.rules as readonly Json[]), rule] });
}

function fillX(members: { readonly [name: string]: Json }): Json {
  return x({ n: [], t: "", p: "", o: [], ...members });
}

const numbers = (n: number) => times(n, (i) => i % 10);
const repeatA = (n: number) => "a".repeat(n);
const manyNumbers = fillBytes(limits.bodyBytes, (n) => fillX({ n: numbers(n) }));
const someNumbers = fillX({ n: numbers(600), t: repeatA(20_000), p: `${repeatA(500)}b${repeatA(500)}` });
const wideRecords = fillBytes(limits.bodyBytes, (n) =>
  fillX({ n: numbers(9), o: times(9, () => makeMembers(n, (i) => [i.toString(36), i])) }),
);
const bodies = {
  "many numbers": manyNumbers,
  "some numbers and a long text": someNumbers,
  "wide records": wideRecords,
  "long texts": fillX({ n: numbers(9), t: repeatA(40_000), p: `${repeatA(10_000)}b${repeatA(10_000)}` }),
  "supplementary characters": fillX({ n: numbers(60), t: "😀".repeat(12_000), p: "😀".repeat(3_000) }),
};

/** CEL rules with candidates for which they are costly. The first rule is honest. */
export const hostileExpressions: { readonly [name: string]: PackageEntry } = {
  "an honest rule": [
    "accepted",
    addRule("self.n.all(n, n >= 0) && !self.t.contains('forbidden') && self.o.all(o, size(o) <= 10)"),
    { "without the member": candidate(), "a few values": fillX({ n: numbers(20), t: "some text", o: [{ a: 1 }] }) },
  ],
  "nested loops": ["accepted", addRule("!self.n.all(b, self.n.all(c, self.n.all(d, b + c + d >= 0)))"), bodies],
  "member names in errors": [
    "accepted",
    // The type checker would require a guard around `o[self.t]`, but it does not look inside a list.
    addRule("self.o.all(o, [o][0][self.t] == 1) && self.o.all(o, [o][0][self.p] == 1)"),
    { "instructions as a name": fillX({ o: [{}], t: instructions("a name"), p: long }) },
  ],
  "a message with values": [
    "accepted",
    addRule("false", { at: "/x/n/*", message: "{candidate.x.t}".repeat(limits.cel.messageValues) }),
    { ...bodies, "instructions in each": fillX({ n: numbers(9), t: instructions("a value") }) },
  ],
  "a message with more values than allowed": [
    "spec.too-large",
    addRule("false", { message: "{self}".repeat(limits.cel.messageValues + 1) }),
  ],
  "more nodes than allowed": ["spec.too-large", addRule(times(100, () => "self.n == []").join(" || "))],
  "loops that are nested too deeply": [
    "spec.too-large",
    addRule("self.n.all(b, self.n.all(c, self.n.all(d, self.n.all(e, e == b))))"),
  ],
  "an invalid pattern that the message quotes": ["spec.pattern", addRule(`self.t.matches('(${long}')`)],
};
