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

/** What the Better Auth server is made of. */
export interface AuthOptions {
  readonly origin: string;
  readonly db: DatabaseSync;
  readonly jwksUrl: string;
  readonly assay: AssayCapabilities;
  /** The ids of people who do not get a random one, by their email address. */
  readonly chosenIds: ReadonlyMap<string, string>;
}

/** The Better Auth server: people, their keys, and agents with what people grant them. */
export interface Auth {
  /** Answers a request to any route of Better Auth and its plugins. */
  handle(request: Request): Promise<Response>;
  /** Who a key stands for, or nothing when it is unknown, disabled, revoked or expired. */
  verifyKey(key: string): Promise<VerifiedCredential | undefined>;
  /** Who an access token (OAuth) stands for and which services it is for, or nothing when it is not good now. */
  verifyToken(token: string): Promise<VerifiedCredential | undefined>;
  /** From now on access tokens can be for this service (RFC 8707). */
  addResource(identifier: string): Promise<void>;
}

/** A key or an access token that is good now. */
interface VerifiedCredential {
  readonly subject: string;
  readonly expiresAt: Date | undefined;
  /** The services that an access token is for; a key is for all of them. */
  readonly audience?: string | readonly string[] | undefined;
}

/** Sets up Better Auth on a database, which gets the tables that it lacks. */
export async function createAuth({ origin, db, jwksUrl, assay, chosenIds }: AuthOptions): Promise<Auth> {
  // Access tokens are random strings, so that one which is revoked is refused at once.
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
    // At the root: what the discovery document calls the issuer is then the origin, as in the proxy's headers.
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
    // It writes a line for every key that does not verify.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    hooks: {
      // A token must name the services that it is for (RFC 8707). The plugin requires no `resource`, but refuses an unknown one
      // with `invalid_target`, at an address that the client has registered.
      before: createAuthMiddleware(async (context) => {
        if (context.path !== "/oauth2/authorize") return undefined;
        const sent = context.method === "POST" ? "body" : "query";
        return { context: { [sent]: { resource: "urn:missing", ...context[sent] } } };
      }),
    },
    plugins: [
      // Without this, a key is good for 10 verifications a day.
      apiKey({ defaultPrefix: "ai_", rateLimit: { enabled: false }, keyExpiration: { minExpiresIn: 0 } }),
      agentAuth({
        providerName: "assay-sandbox",
        providerDescription: "People, keys and agents of the Assay sandbox",
        // An autonomous agent needs a host of nobody, which only open registration makes.
        modes: ["delegated"],
        approvalMethods: ["device_authorization"],
        maxAgentsPerUser: 0,
        jwksUri: jwksUrl,
        capabilities: assay.capabilities,
        // With an empty list the plugin would take any name.
        validateCapabilities: (names) => names.every((name) => assay.capabilities.some((known) => known.name === name)),
        onExecute: assay.execute,
      }),
      // Its types do not know exact optional members.
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
      // The plugin takes what looks like a JWT for a fault of its own, because it has no keys for one.
      if (token.includes(".")) return undefined;
      const provider = getOAuthProviderApi({ context } as never, oauth.options);
      const found = await findValidPayload(token, (given) => provider.validateAccessToken(given));
      if (!found?.active || typeof found.sub !== "string") return undefined;
      const { sub: subject, exp, aud: audience } = found;
      return { subject, audience, expiresAt: exp === undefined ? undefined : new Date(exp * 1_000) };
    },
    async verifyKey(key) {
      const { valid, error, key: found } = await auth.api.verifyApiKey({ body: { key } });
      if (valid && found) return { subject: found.referenceId, expiresAt: found.expiresAt ?? undefined };
      // A failure of the plugin's own comes without a sentence: it must not look like a revoked key.
      if (typeof error?.message !== "string") throw new Error("The key could not be verified.");
      return undefined;
    },
  };
}

/** Returns what the plugin says of an access token; nothing if it does not know the token. */
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
