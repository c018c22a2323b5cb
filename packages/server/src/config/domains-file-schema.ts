const address = { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 } as const;
const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;

/**
 * The time reserved for fetching. Between two fetches of a document, the service waits once and fetches at most two
 * other documents, so a copy is replaced after at most one wait and three fetches. Jitter only shortens the wait.
 */
export const fetchingSeconds = 15;

/** The default number of seconds between fetches of a domain's documents. */
export const defaultRefreshSeconds = 30;

/** The default number of seconds that a copy is used after the target product last confirmed it. */
export const defaultMaxStaleSeconds = { specPackage: 3_600, registry: 300 } as const;

const refresh = { type: "number", minimum: 1, maximum: 86_400 } as const;
const staleness = { type: "number", minimum: refresh.minimum + fetchingSeconds, maximum: 86_400 } as const;

/** The JSON Schema of the domains file, with a description of every property for editors and messages. */
export const domainsFileSchema = {
  title: "Assay domains file",
  description: "The domains that an Assay server serves.",
  type: "object",
  properties: {
    $schema: { type: "string", maxLength: 2_048, description: "The URL or path of this JSON Schema, for editors." },
    domains: {
      type: "array",
      minItems: 1,
      description: "One entry for each domain of a target product.",
      items: {
        type: "object",
        properties: {
          targetProduct: { ...name, description: "The id of the product, as in its spec package." },
          domainId: { ...name, description: "The id of the domain, as in its spec package." },
          specPackageUrl: { ...address, description: "The URL of the spec package that is in force." },
          submissionUrl: {
            ...address,
            description:
              "The URL to which authors submit a built package. The service only shows it and never calls it.",
          },
          registry: {
            type: "object",
            description: 'Where the product publishes the ids that are taken: {"url": "https://..."}.',
            properties: {
              url: { ...address, description: "The URL of the registry." },
              public: {
                type: "boolean",
                default: false,
                description:
                  'Whether anyone may read the registry through the service. If true, the workbench (the web page at "/") and assay check --local can look ids up, but strangers can read every id that is taken or proposed.',
              },
            },
            required: ["url"],
            additionalProperties: false,
          },
          networks: {
            type: "array",
            items: { type: "string", maxLength: 64 },
            description: "Private networks, in CIDR notation, in which the product's services may be.",
          },
          refreshSeconds: {
            ...refresh,
            default: defaultRefreshSeconds,
            description: `The number of seconds between fetches of the spec package and of the registry. It must be at least ${fetchingSeconds} less than each value in maxStaleSeconds, so that a copy is refreshed before it expires.`,
          },
          maxStaleSeconds: {
            type: "object",
            description:
              "How many seconds a copy is used after the product last confirmed it. After that, the domain answers 503.",
            properties: {
              specPackage: {
                ...staleness,
                default: defaultMaxStaleSeconds.specPackage,
                description: "For the spec package.",
              },
              registry: { ...staleness, default: defaultMaxStaleSeconds.registry, description: "For the registry." },
            },
            additionalProperties: false,
          },
        },
        required: ["targetProduct", "domainId", "specPackageUrl", "submissionUrl", "registry"],
        additionalProperties: false,
      },
    },
  },
  required: ["domains"],
  additionalProperties: false,
} as const;
