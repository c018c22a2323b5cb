import { z } from "zod";

const owner = z.object({ kind: z.string(), id: z.string() });

const delivery = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("https"), url: z.url(), secret: z.string().nullable() }),
  z.object({ kind: z.literal("queue"), topic: z.string(), retries: z.int().min(0).max(10) }),
]);

const webhook = z.object({
  generatorId: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .max(64)
    .meta({ title: "Webhook id" }),
  owner,
  contact: z.email(),
  events: z.array(z.enum(["order.paid", "order.shipped", "order.refunded"])).min(1),
  delivery,
  headers: z.record(z.string(), z.string()).optional(),
  filter: z.object({ field: z.string(), equals: z.union([z.string(), z.number(), z.boolean()]) }).nullable(),
});

export const schema: unknown = z.toJSONSchema(webhook);
