import type { Json, JsonObject } from "@assay/contract";
import { addProperty, type Builder, type Shape, text } from "./shape.ts";

/** Adds properties that are not words; the example does not have all of them. */
export function addScalars(shape: Shape, { random }: Builder): void {
  const [schema, value] = random.pick<readonly [JsonObject, string]>([
    [{ ...text, pattern: "^[a-z]{3,8}$" }, "note"],
    // Without the space in front of it, a text can be too short.
    [{ ...text, minLength: 5, pattern: "^\\S.*$" }, "a note"],
    [{ ...text, format: "date" }, "2027-03-01"],
    [{ type: "string", maxLength: 6 }, "note"],
  ]);
  const note = addProperty(shape, "shortNote", schema, value, "optional");
  if (random.below(3) === 0) shape.normalize.push({ at: `/${note}`, ops: ["trim"] });
  const presence = () => random.pick(["required", "optional"] as const);
  addProperty(shape, "endpointUrl", text);
  addProperty(shape, "sizeMb", { type: "number", minimum: 1, maximum: 90 }, 36, presence());
  addProperty(shape, "isPublic", { type: "boolean" }, true, presence());
  const limit = { anyOf: [{ type: "integer" }, { enum: ["none", "auto"] }] };
  addProperty(shape, "rateLimit", limit, random.pick<Json | undefined>(["auto", 7, undefined]), "optional");
  if (random.below(3) === 0) addProperty(shape, "budget", { enum: ["low", "high"], needs: "owner-decision" }, "low");
}
