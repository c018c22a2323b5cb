/**
 * The limits that callers, product teams and operators can reach.
 *
 * @example
 * if (new TextEncoder().encode(body).length > limits.bodyBytes) throw new Error("The body is too large.");
 */
export const limits = {
  /** Bytes of a request body, and therefore of a candidate. */
  bodyBytes: 65_536,
  /** Levels of nested arrays and objects in a request body. */
  bodyDepth: 32,
  /** Diagnostics in a verdict; `omitted` counts the rest. */
  diagnostics: 50,
  /** Bytes of a verdict; diagnostics are omitted to stay below this limit. */
  verdictBytes: 49_152,
  /** Bytes of `ownerReview`; a longer review is shortened, and states how much is missing. */
  ownerReviewBytes: 4_096,
  /** Pointers in `paths` of a diagnostic. */
  pathsPerDiagnostic: 20,
  /** Code points of a string from a candidate that is quoted in an answer. */
  outsideText: 64,
  /** Code points of a string from a spec package that is quoted in an answer. */
  specPackageText: 200,
  /** Steps of work per verdict. */
  steps: 200_000,
  /** A spec package. */
  specPackage: {
    bytes: 262_144,
    depth: 64,
    fieldTypes: 64,
    rules: 64,
    normalizations: 64,
    tests: 64,
    /** The cost to compile: 13 per schema keyword, 12 per node of an expression, and 200 plus its parts per pattern. */
    parts: 28_000,
  },
  /** One schema of a spec package: the candidate schema, or the schema of a field type. */
  schema: {
    bytes: 32_768,
    subschemas: 256,
    /** Subschemas after every `$ref` is expanded. */
    expandedSubschemas: 2_048,
    depth: 12,
    patterns: 32,
    patternProperties: 16,
    enumValues: 1_024,
    aliases: 256,
    /** Instructions of a compiled pattern. */
    patternProgram: 256,
    /** Parts of a pattern after its repetitions are expanded, before it is simplified and compiled. */
    patternUnfolded: 16_384,
    /** Characters of a string to match against a pattern or format. */
    patternInput: 1_024,
    generatorIdLength: 255,
  },
  /** A rule written as a CEL expression. */
  cel: {
    characters: 2_048,
    nodes: 256,
    /** Calls to `matches`. */
    patterns: 16,
    /** Loops (`all`, `exists`, `map`, ...) in one expression. */
    loops: 6,
    /** Levels of nested loops. */
    nestedLoops: 3,
    /** Levels of nested brackets. */
    brackets: 32,
    /** Placeholders in the message of a rule, such as `{self.share}`. */
    messageValues: 8,
  },
  /** A registry document. */
  registry: {
    bytes: 16_777_216,
    entries: 200_000,
    /** Bytes of a published registry that web pages and the command line load. */
    loadedBytes: 4_194_304,
  },
} as const;

/**
 * The limits of a request to the service, and of the number of calls that a client can send.
 *
 * @example
 * const { calls, windowSeconds } = requestLimits; // 20 calls in any 60 seconds
 */
export const requestLimits = {
  /** Seconds within which a request must arrive completely, including its headers. */
  seconds: 10,
  /** Characters of a URL. */
  urlLength: 2_048,
  headers: 100,
  /** Bytes of all headers. */
  headerBytes: 8_192,
  /** Calls of a client within any window of `windowSeconds`. */
  calls: 20,
  windowSeconds: 60,
  /**
   * Domains in an answer over MCP, and in the problem for an unknown domain. There is a limit because a model reads and
   * pays for all of them. `GET /api/domains` always lists every domain.
   */
  domainsOverMcp: 50,
} as const;
