import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { agentAuth } from "@better-auth/agent-auth";
import { apiKey } from "@better-auth/api-key";
import { getOAuthProviderApi, oauthProvider } from "@better-auth/oauth-provider";
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { getMigrations } from "better-auth/db/migration";
import type { AssayCapabilities } from "./assay-capabilities.ts";
import { oauthPages } from "./oauth-pages.ts";

/** The options of the Better Auth server. */
export interface AuthOptions {
  readonly origin: string;
  readonly db: DatabaseSync;
  readonly jwksUrl: string;
  readonly assay: AssayCapabilities;
  /** The ids that were chosen for people, by email address. All other ids are random. */
  readonly chosenIds: ReadonlyMap<string, string>;
}

/** The Better Auth server, which manages people, their keys, and the capabilities granted to agents. */
export interface Auth {
  /** Answers a request to a route of Better Auth or its plugins. */
  handle(request: Request): Promise<Response>;
  /** Returns the owner of a key; undefined if the key is unknown, disabled, revoked or expired. */
  verifyKey(key: string): Promise<VerifiedCredential | undefined>;
  /** Returns the owner and the audience of an OAuth access token; undefined if the token is not valid. */
  verifyToken(token: string): Promise<VerifiedCredential | undefined>;
  /** Allows access tokens to name this service as their audience (RFC 8707). */
  addResource(identifier: string): Promise<void>;
}

/** A valid key or access token. */
interface VerifiedCredential {
  readonly subject: string;
  readonly expiresAt: Date | undefined;
  /** The services for which an access token is valid. A key is valid for all services. */
  readonly audience?: string | readonly string[] | undefined;
}

/** Creates a Better Auth server on a database, and adds missing tables. */
export async function createAuth({ origin, db, jwksUrl, assay, chosenIds }: AuthOptions): Promise<Auth> {
  // Access tokens are opaque strings rather than JWTs, so that a revoked token is refused at once.
  const oauth = oauthProvider({
    disableJwtPlugin: true,
    loginPage: oauthPages.signIn,
    consentPage: oauthPages.consent,
    scopes: ["offline_access"],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    enforcePerClientResources: false,
  });
  const options = {
    appName: "Assay sandbox",
    baseURL: origin,
    // At the root, so that the issuer in the discovery document is the origin, as in the headers of the proxy.
    basePath: "/",
    secret: randomBytes(32).toString("base64url"),
    database: db,
    emailAndPassword: { enabled: true },
    databaseHooks: {
      user: {
        create: { before: async ({ email }) => ({ data: chosenIds.has(email) ? { id: chosenIds.get(email) } : {} }) },
      },
    },
    telemetry: { enabled: false },
    // The logger would write a line for every invalid key.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    hooks: {
      // A token must name its audience (RFC 8707). The plugin does not require a `resource`, but refuses an unknown
      // resource with `invalid_target`, at the redirect URI that the client has registered.
      before: createAuthMiddleware(async (context) => {
        if (context.path !== "/oauth2/authorize") return undefined;
        const source = context.method === "POST" ? "body" : "query";
        return { context: { [source]: { resource: "urn:missing", ...context[source] } } };
      }),
    },
    plugins: [
      // The plugin's rate limit would allow only 10 verifications of a key per day.
      apiKey({ defaultPrefix: "ai_", rateLimit: { enabled: false }, keyExpiration: { minExpiresIn: 0 } }),
      agentAuth({
        providerName: "assay-sandbox",
        providerDescription: "People, keys and agents of the Assay sandbox",
        // An autonomous agent needs a host without an owner, which only open registration creates.
        modes: ["delegated"],
        approvalMethods: ["device_authorization"],
        maxAgentsPerUser: 0,
        jwksUri: jwksUrl,
        capabilities: assay.capabilities,
        // With an empty list, the plugin would accept any name.
        validateCapabilities: (names) => names.every((name) => assay.capabilities.some((known) => known.name === name)),
        onExecute: assay.execute,
      }),
      // The types of this plugin are not compatible with `exactOptionalPropertyTypes`.
      oauth as unknown as BetterAuthPlugin,
    ],
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);
  const context = await auth.$context;

  return {
    handle: (request) => auth.handler(request),
    async addResource(identifier) {
      const where = [{ field: "identifier", value: identifier }];
      if (await context.adapter.findOne({ model: "oauthResource", where })) return;
      const createdAt = new Date();
      await context.adapter.create({
        model: "oauthResource",
        data: { identifier, name: identifier, createdAt, updatedAt: createdAt },
      });
    },
    async verifyToken(token) {
      // The plugin fails with an internal error on anything that looks like a JWT, because it has no keys to verify it.
      if (token.includes(".")) return undefined;
      const provider = getOAuthProviderApi({ context } as never, oauth.options);
      const payload = await findValidPayload(token, (presented) => provider.validateAccessToken(presented));
      if (!payload?.active || typeof payload.sub !== "string") return undefined;
      const { sub: subject, exp, aud: audience } = payload;
      return { subject, audience, expiresAt: exp === undefined ? undefined : new Date(exp * 1_000) };
    },
    async verifyKey(key) {
      const { valid, error, key: record } = await auth.api.verifyApiKey({ body: { key } });
      if (valid && record) return { subject: record.referenceId, expiresAt: record.expiresAt ?? undefined };
      // An internal failure of the plugin has no message. It must not look like a revoked key.
      if (typeof error?.message !== "string") throw new Error("The key could not be verified.");
      return undefined;
    },
  };
}

/** Returns the plugin's payload of an access token; undefined if the token is invalid. */
async function findValidPayload<Payload>(
  token: string,
  validate: (token: string) => Payload | Promise<Payload>,
): Promise<Payload | undefined> {
  try {
    return await validate(token);
  } catch (reason) {
    if (isAPIError(reason) && reason.body?.error === "invalid_token") return undefined;
    throw reason;
  }
}
