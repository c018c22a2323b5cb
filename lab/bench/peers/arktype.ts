import { type } from "arktype";
import { type Candidate, crossChecks, type Peer, pointerTo, rules } from "./peer.ts";

const schema = type({
  "+": "reject",
  owner: { "+": "reject", kind: "1 <= string <= 32", id: type("1 <= string <= 128").and(rules.account) },
  generatorId: type("3 <= string <= 64").and(rules.id),
  generatorName: "3 <= string <= 80",
  description: "20 <= string <= 2000",
  outputFields: type({
    "+": "reject",
    name: type("string <= 64").and(rules.fieldName),
    type: type.enumerated(...rules.types),
    description: "3 <= string <= 300",
  })
    .array()
    .atLeastLength(1)
    .atMostLength(64),
  supportedStrategies: type
    .enumerated(...rules.strategies)
    .array()
    .atLeastLength(1)
    .atMostLength(8),
  sampleRecords: type({
    "[string]": "string <= 1000 | -1000000000000000 <= number <= 1000000000000000 | boolean | null",
  })
    .array()
    .atLeastLength(1)
    .atMostLength(100),
  "rationaleNotes?": "string <= 4000",
}).narrow((candidate, context) => {
  for (const pointer of crossChecks(candidate as unknown as Candidate)) {
    context.reject({ expected: "what the fields declare", path: pointer.split("/").slice(1) });
  }
  return !context.hasError();
});

export const arktype: Peer = {
  name: "arktype",
  check(candidate) {
    const result = schema(candidate);
    return result instanceof type.errors ? result.map(({ path }) => pointerTo([...path])) : [];
  },
};
