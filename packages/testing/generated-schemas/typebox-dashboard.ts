import Type from "typebox";

const Panel = Type.Union([
  Type.Object({ kind: Type.Literal("chart"), query: Type.String(), stacked: Type.Optional(Type.Boolean()) }),
  Type.Object({ kind: Type.Literal("table"), columns: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Literal("text"), body: Type.String({ maxLength: 2000 }) }),
]);

export const schema: unknown = Type.Object({
  generatorId: Type.String({ title: "Dashboard id", pattern: "^[a-z][a-z0-9-]*$", maxLength: 60 }),
  owner: Type.Object({ kind: Type.Union([Type.Literal("human"), Type.Literal("team")]), id: Type.String() }),
  title: Type.String({ minLength: 1, maxLength: 120 }),
  panels: Type.Array(Panel, { maxItems: 40 }),
  size: Type.Tuple([Type.Integer({ minimum: 1, maximum: 24 }), Type.Integer({ minimum: 1, maximum: 24 })]),
  variables: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 100 }))),
  refresh: Type.Union([Type.Integer({ minimum: 5 }), Type.Null()]),
});
