import type { Person } from "@assay/sandbox";
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { startScriptedServer } from "../scripted-server.ts";

/** An OAuth client whose user signs in through a browser. */
export interface SignInClient extends AsyncDisposable {
  readonly provider: OAuthClientProvider;
  /** The query parameters with which the browser returns to the callback. */
  readonly callback: Promise<URLSearchParams>;
  /** The client's current tokens. */
  tokens(): StoredOAuthTokens | undefined;
  /** The texts of the consent pages that the person saw. */
  readonly consentTexts: readonly string[];
}

/** Creates an unregistered OAuth client with a local callback; `person` signs in through `browser`. */
export async function createSignInClient(browser: Browser, person: Person): Promise<SignInClient> {
  const { promise: callback, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = await startScriptedServer((response, { url = "" }) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    if (pathname === "/callback") resolve(searchParams);
    response.end("You are signed in.");
  });
  const redirectUrl = `${server.origin}/callback`;
  const consentTexts: string[] = [];
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let discovery: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: "assay-e2e",
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    clientInformation: () => client,
    saveClientInformation(value) {
      client = value;
    },
    tokens: () => tokens,
    saveTokens(value) {
      tokens = value;
    },
    saveCodeVerifier(value) {
      verifier = value;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(value) {
      discovery = value;
    },
    discoveryState: () => discovery,
    async redirectToAuthorization(url) {
      consentTexts.push(await signInAt(url.href, browser, person));
    },
  };
  return {
    provider,
    callback,
    consentTexts,
    tokens: () => tokens,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Signs the person in on the page that the client opens, consents, and returns the text of the consent page. */
async function signInAt(url: string, browser: Browser, { email, password }: Person): Promise<string> {
  // A new context has no cookies from an earlier sign-in.
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(url);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).waitFor();
  const consentText = await page.locator("main").innerText();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/callback/);
  await context.close();
  return consentText;
}
