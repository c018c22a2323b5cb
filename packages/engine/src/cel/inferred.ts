/** What is known about the value of a node before it runs. */
export interface Inferred {
  /** Its CEL types; undefined if it can be anything. */
  readonly types?: ReadonlySet<string> | undefined;
  /** The pattern of its path in the candidate, if it comes from there. */
  readonly pattern?: readonly string[];
  /** The places on the way along the pattern, both ends included; or, without a pattern, that of a name. */
  readonly places?: readonly string[];
}

/** Whether a value can have one of these types. */
export function canBe({ types }: Inferred, wanted: readonly string[]): boolean {
  return types === undefined || wanted.some((type) => type === "dyn" || types.has(type));
}

/** Whether a value is always an array. */
export function isList({ types }: Inferred): boolean {
  return types?.has("list") === true && !types.has("map");
}

/** Whether a value is always an object. */
export function isMap({ types }: Inferred): boolean {
  return types?.has("map") === true && !types.has("list");
}
