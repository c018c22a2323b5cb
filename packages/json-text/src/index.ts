export { type Member, membersAt, type Range } from "./json-nodes.ts";
export { type LocatedProblem, locateProblems } from "./locate-problems.ts";
export { offsetOf } from "./offset-of.ts";
export type { TextChange } from "./patch-text.ts";
export { marksOf, type Places, placesIn, rangeOf } from "./places.ts";
export { writeJson } from "./write-json.ts";
