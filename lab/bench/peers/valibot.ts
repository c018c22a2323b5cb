import * as v from "valibot";
import { crossChecks, type Peer, rules } from "./peer.ts";

const value = v.union([
  v.pipe(v.string(), v.maxLength(1_000)),
  v.pipe(v.number(), v.minValue(-rules.mostNumber), v.maxValue(rules.mostNumber)),
  v.boolean(),
  v.null(),
]);
const schema = v.pipe(
  v.strictObject({
    owner: v.strictObject({
      kind: v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
      id: v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.regex(rules.account)),
    }),
    generatorId: v.pipe(v.string(), v.minLength(3), v.maxLength(64), v.regex(rules.id)),
    generatorName: v.pipe(v.string(), v.minLength(3), v.maxLength(80)),
    description: v.pipe(v.string(), v.minLength(20), v.maxLength(2_000)),
    outputFields: v.pipe(
      v.array(
        v.strictObject({
          name: v.pipe(v.string(), v.maxLength(64), v.regex(rules.fieldName)),
          type: v.picklist(rules.types),
          description: v.pipe(v.string(), v.minLength(3), v.maxLength(300)),
        }),
      ),
      v.minLength(1),
      v.maxLength(64),
    ),
    supportedStrategies: v.pipe(v.array(v.picklist(rules.strategies)), v.minLength(1), v.maxLength(8)),
    sampleRecords: v.pipe(v.array(v.record(v.string(), value)), v.minLength(1), v.maxLength(100)),
    rationaleNotes: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of crossChecks(dataset.value)) addIssue({ message });
  }),
);

export const valibot: Peer = {
  name: "valibot",
  check(candidate) {
    const { issues = [] } = v.safeParse(schema, candidate);
    return issues.map(({ path, message }) => path?.map(({ key }) => `/${String(key)}`).join("") ?? message);
  },
};
