/** Every bound that a caller, a product team or an operator can meet, in one place. */
export const limits = {
  /** A request body, and so a candidate. */
  bodyBytes: 65_536,
  /** How deep lists and objects may nest in a request body. */
  bodyDepth: 32,
  /** What a verdict keeps; counting goes on beyond it. */
  diagnostics: 50,
  verdictBytes: 49_152,
  pathsPerDiagnostic: 5,
  /** Texts from outside, in code points. */
  outsideText: 64,
  specPackageText: 200,
  /** Work units that one verdict may spend. */
  steps: 200_000,
  /** Keys that a verdict may ask the registry for. */
  registryKeys: 8,
  specPackage: {
    bytes: 262_144,
    depth: 64,
    fieldTypes: 64,
    rules: 64,
    normalizations: 64,
    tests: 64,
    /** Characters of code that the schemas take, about, as told from the schemas alone. */
    codeSize: 1_000_000,
  },
  schema: {
    bytes: 32_768,
    subschemas: 256,
    /** Subschemas after every `$ref` has been written out in its place. */
    expandedSubschemas: 2_048,
    depth: 12,
    patterns: 32,
    patternProperties: 16,
    enumValues: 256,
    patternProgram: 256,
    /** The longest text a pattern or a format is ever tried on. */
    patternInput: 1_024,
    generatorIdLength: 128,
  },
  /** A rule that is written as a CEL expression. */
  cel: {
    characters: 2_048,
    nodes: 256,
    /** Calls of `matches`. */
    patterns: 16,
    /** Loops (`all`, `exists`, `map`, ...) in one expression, and inside one another. */
    loops: 6,
    nestedLoops: 3,
    brackets: 32,
  },
  registry: {
    bytes: 16_777_216,
    entries: 200_000,
  },
} as const;
