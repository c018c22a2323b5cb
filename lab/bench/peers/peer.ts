/** A validator that a team could use instead, with the rules of Datamint's generator options written for it. */
export interface Peer {
  readonly name: string;
  /** Returns a pointer to each problem of a candidate. */
  check(candidate: unknown): readonly string[];
}

/** The rules as all of them need them. */
export const rules = {
  id: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/u,
  account: /^\S+$/u,
  fieldName: /^[a-z][A-Za-z0-9_]*$/u,
  types: ["string", "integer", "number", "boolean", "date", "date-time", "email", "uuid"],
  strategies: ["fast", "realistic"],
  mostNumber: 1_000_000_000_000_000,
} as const;

export type Candidate = {
  readonly outputFields: readonly { readonly name: string; readonly type: string; readonly description: string }[];
  readonly sampleRecords: readonly { readonly [name: string]: unknown }[];
  readonly supportedStrategies: readonly string[];
};

/** What no schema says, written by hand as a team would: names are unique, and records have the fields that are declared. */
export function crossChecks({ outputFields, sampleRecords, supportedStrategies }: Candidate): readonly string[] {
  const problems: string[] = [];
  const types = new Map<string, string>();
  outputFields.forEach(({ name, type }, index) => {
    if (types.has(name)) problems.push(`/outputFields/${index}/name`);
    types.set(name, type);
    if (name.endsWith("Id") && !["string", "integer", "uuid"].includes(type)) problems.push(`/outputFields/${index}`);
  });
  sampleRecords.forEach((record, index) => {
    for (const [name, value] of Object.entries(record)) {
      const type = types.get(name);
      if (type === undefined || !holds(value, type)) problems.push(`/sampleRecords/${index}/${name}`);
    }
    for (const name of types.keys()) if (!Object.hasOwn(record, name)) problems.push(`/sampleRecords/${index}/${name}`);
  });
  if (supportedStrategies.includes("realistic") && sampleRecords.length < 3) problems.push("/sampleRecords");
  return problems;
}

const formats: { readonly [type: string]: RegExp } = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
};

function holds(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "number" || type === "boolean" || type === "string") return typeof value === type;
  // A type that is not known is a problem of its field.
  const format = formats[type];
  return format === undefined || (typeof value === "string" && format.test(value));
}

/** The pointer to a path. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((token) => `/${String(token)}`).join("");
}
