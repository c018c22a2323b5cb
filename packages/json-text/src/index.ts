export type { TextChange } from "./edited-text.ts";
export { type LocatedProblem, locateProblems } from "./locate-problems.ts";
export { offsetOf } from "./offset-of.ts";
export { createPlaces, marksOf, type Place, type Places, placesIn, rangeOf } from "./places.ts";
export { type JsonNode, type MemberNode, type ObjectNode, type Range, readNodes } from "./read-nodes.ts";
export { writeJson } from "./write-json.ts";
