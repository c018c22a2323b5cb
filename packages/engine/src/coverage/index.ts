export { type CapacityProblem, capacityOf } from "./capacity.ts";
export { type Coverage, coverageOf, type RuleCoverage } from "./coverage.ts";
export type { SchemaPlace } from "./schema-places.ts";
