export { listMembersAt, type Member, type Range } from "./json-nodes.ts";
export type { TextChange } from "./patch-text.ts";
export { findRange, indexPlaces, listMarks, type Places } from "./places.ts";
export { toOffset } from "./to-offset.ts";
export { writeJson } from "./write-json.ts";
