export { listMembersAt, type Member, type Range, type TextChange } from "./json-nodes.ts";
export { findRange, indexPlaces, listMarks, type Places } from "./places.ts";
export { toOffset } from "./to-offset.ts";
export { writeJson } from "./write-json.ts";
