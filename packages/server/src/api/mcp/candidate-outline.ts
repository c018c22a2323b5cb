import { isJsonObject, type Json, type JsonObject, maxOutlineBytes, type SpecPackage } from "@assay/contract";

/**
 * Outlines the candidates of a spec package for the list of tools: names, types and titles, as deep as fits. Undefined if
 * not even the names fit; then the list refers to the rules, as it does for several domains.
 */
export function candidateOutline({ candidateSchema }: SpecPackage): JsonObject | undefined {
  return forms
    .map(({ depth, titled }) => propertiesOf(candidateSchema as Json, depth, titled))
    .find((outline) => outline !== undefined && Buffer.byteLength(JSON.stringify(outline)) <= maxOutlineBytes);
}

// The fullest form first.
const forms = [
  { depth: 3, titled: true },
  { depth: 2, titled: true },
  { depth: 1, titled: true },
  { depth: 1, titled: false },
] as const;

// Who owns a proposal is a fact, whatever the rules call it.
const ownerTitle = "Who answers for the proposal. Never invent or change it: ask.";

function propertiesOf(schema: Json | undefined, depth: number, titled: boolean, isRoot = true): JsonObject | undefined {
  const { properties } = isJsonObject(schema) ? schema : {};
  if (!isJsonObject(properties) || depth === 0) return undefined;
  const listed = Object.entries(properties).filter(([name]) => /^[\p{L}\p{N}_.$-]{1,64}$/u.test(name));
  const outlines = listed.map(([name, property]): [string, Json] => {
    const outline = outlineOf(property, depth, titled);
    return [name, isRoot && name === "owner" ? { ...outline, description: ownerTitle } : outline];
  });
  return Object.fromEntries(outlines);
}

function outlineOf(schema: Json, depth: number, titled: boolean): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { type, title, description, items } = schema;
  const about = [title, description].find((text) => typeof text === "string");
  const properties = propertiesOf(schema, depth - 1, titled, false);
  const inner = isJsonObject(items) && depth > 1 ? outlineOf(items, depth, false) : {};
  return {
    ...(typeof type === "string" && { type }),
    ...(titled && typeof about === "string" && { description: plain(about) }),
    ...(properties && { properties }),
    ...(Object.keys(inner).length > 0 && { items: inner }),
  };
}

const maxTitle = 80;

// The text is a product's, and a model reads it: one line without hidden characters, and short.
function plain(text: string): string {
  const characters = [...text.replace(/[\p{C}\s]+/gu, " ").trim()];
  return characters.length <= maxTitle ? characters.join("") : `${characters.slice(0, maxTitle - 1).join("")}…`;
}
