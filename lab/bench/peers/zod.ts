import { z } from "zod";
import { crossChecks, type Peer, pointerTo, rules } from "./peer.ts";

const value = z.union([
  z.string().max(1_000),
  z.number().min(-rules.mostNumber).max(rules.mostNumber),
  z.boolean(),
  z.null(),
]);
const schema = z
  .strictObject({
    owner: z.strictObject({
      kind: z.string().min(1).max(32),
      id: z.string().min(1).max(128).regex(rules.account),
    }),
    generatorId: z.string().min(3).max(64).regex(rules.id),
    generatorName: z.string().min(3).max(80),
    description: z.string().min(20).max(2_000),
    outputFields: z
      .array(
        z.strictObject({
          name: z.string().max(64).regex(rules.fieldName),
          type: z.enum(rules.types),
          description: z.string().min(3).max(300),
        }),
      )
      .min(1)
      .max(64),
    supportedStrategies: z.array(z.enum(rules.strategies)).min(1).max(8),
    sampleRecords: z.array(z.record(z.string(), value)).min(1).max(100),
    rationaleNotes: z.string().max(4_000).optional(),
  })
  .superRefine((candidate, context) => {
    for (const pointer of crossChecks(candidate))
      context.addIssue({ code: "custom", path: pointer.split("/").slice(1) });
  });

export const zod: Peer = {
  name: "zod",
  check(candidate) {
    const { error } = schema.safeParse(candidate);
    return (error?.issues ?? []).flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => pointerTo([...issue.path, key]))
        : [pointerTo(issue.path)],
    );
  },
};
