import Type from "typebox";

const Identified = Type.Object({
  generatorId: Type.String(),
  owner: Type.Object({ kind: Type.String(), id: Type.String() }),
});

const Condition = Type.Object({ metric: Type.String(), above: Type.Number() }, { additionalProperties: false });

export const schema: unknown = Type.Evaluate(
  Type.Intersect([
    Identified,
    Type.Object(
      {
        condition: Condition,
        fallback: Type.Union([Condition, Type.Null()]),
        recipients: Type.Array(Type.String({ format: "email" }), { uniqueItems: true }),
        severity: Type.Enum(["low", "high"]),
        silence: Type.Union([Type.Literal("never"), Type.Object({ from: Type.String(), to: Type.String() })]),
      },
      { additionalProperties: false },
    ),
  ]),
);
