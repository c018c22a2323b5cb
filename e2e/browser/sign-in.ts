import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Person } from "@assay/sandbox";
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";

/** What an application keeps to sign its user in. */
export interface SignIn extends AsyncDisposable {
  readonly provider: OAuthClientProvider;
  /** What the browser brought back to the application. */
  readonly callback: Promise<URLSearchParams>;
  /** The tokens that the application has now. */
  tokens(): StoredOAuthTokens | undefined;
  /** What the person saw on the way. */
  readonly shown: readonly string[];
}

/** Creates an application that has never met the server, with a callback on this machine and a person at a browser. */
export async function createSignIn(browser: Browser, person: Person): Promise<SignIn> {
  const { promise: callback, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    if (pathname === "/callback") resolve(searchParams);
    response.end("You are signed in.");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const shown: string[] = [];
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: "assay-e2e",
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    clientInformation: () => client,
    saveClientInformation(given) {
      client = given;
    },
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(given) {
      discovered = given;
    },
    discoveryState: () => discovered,
    async redirectToAuthorization(url) {
      shown.push(await signInAt(url.href, browser, person));
    },
  };
  return {
    provider,
    callback,
    shown,
    tokens: () => tokens,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Signs a person in at the page that a client opens, agrees, and returns what the person agreed to. */
async function signInAt(url: string, browser: Browser, { email, password }: Person): Promise<string> {
  // Cookies of its own: another person may have signed in before.
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(url);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).waitFor();
  const shown = await page.locator("main").innerText();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/callback/);
  await context.close();
  return shown;
}
