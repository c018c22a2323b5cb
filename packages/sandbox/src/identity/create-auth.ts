import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { agentAuth } from "@better-auth/agent-auth";
import { apiKey } from "@better-auth/api-key";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import type { AssayCapabilities } from "./assay-capabilities.ts";

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
  verifyKey(key: string): Promise<VerifiedKey | undefined>;
}

/** A key that is good now. */
export interface VerifiedKey {
  readonly subject: string;
  readonly expiresAt: Date | undefined;
}

/** Sets up Better Auth on a database, which gets the tables that it lacks. */
export async function createAuth({ origin, db, jwksUrl, assay, chosenIds }: AuthOptions): Promise<Auth> {
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
    ],
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);

  return {
    handle: (request) => auth.handler(request),
    async verifyKey(key) {
      const { valid, error, key: found } = await auth.api.verifyApiKey({ body: { key } });
      if (valid && found) return { subject: found.referenceId, expiresAt: found.expiresAt ?? undefined };
      // A failure of the plugin's own comes without a sentence: it must not look like a revoked key.
      if (typeof error?.message !== "string") throw new Error("The key could not be verified.");
      return undefined;
    },
  };
}
