import { z } from "zod";

const named = z.object({ name: z.string().max(80), description: z.string().max(500).optional() });
const audited = z.object({ approvedBy: z.string().max(80), approvedOn: z.iso.date() });

const priceList = z.object({
  generatorId: z.string().max(64),
  owner: z.object({ kind: z.enum(["human", "team"]), id: z.string().max(80) }),
  about: z.intersection(named, audited),
  currency: z.literal(["EUR", "USD", "CHF"]),
  prices: z
    .array(
      z.object({
        sku: z.string().max(40),
        amount: z.number().positive(),
        tiers: z.tuple([z.int(), z.int()]).optional(),
        region: z.union([z.string().max(2), z.array(z.string().max(2)).max(30)]),
      }),
    )
    .max(200),
  validity: z.union([
    z.object({ type: z.literal("until"), date: z.iso.date() }),
    z.object({ type: z.literal("days"), days: z.int().positive() }),
  ]),
});

export const schema: unknown = z.toJSONSchema(priceList);
