export type { TextChange } from "./edited-text.ts";
export { createPlaces, marksOf, type Place, type Places, placesIn, rangeOf } from "./places.ts";
export { pointerOf, tokensOf } from "./pointer.ts";
export { type JsonNode, type MemberNode, type ObjectNode, type Range, readNodes } from "./read-nodes.ts";
