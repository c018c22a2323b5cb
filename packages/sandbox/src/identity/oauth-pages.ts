import { type Html, html, pageHeaders, renderPage } from "../page.ts";

/** The pages on which a person signs in, and lets a client call services on their behalf. */
export const oauthPages = { signIn: "/oauth/sign-in", consent: "/oauth/consent" } as const;

/** Whether a path is one of the OAuth pages. */
export function isOauthPage(pathname: string): boolean {
  return Object.values<string>(oauthPages).includes(pathname);
}

type RequestHandler = (request: Request) => Promise<Response>;

/** Shows the page to which Better Auth redirects a browser, or processes the form on that page. */
export async function answerOauthPage(request: Request, origin: string, handle: RequestHandler): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const query = search.slice(1);
  const isConsent = pathname === oauthPages.consent;
  if (request.method !== "POST")
    return respondWithPage(query, isConsent ? renderConsentForm(query) : renderSignInForm());
  const form = new URLSearchParams(await request.text());
  const [path, body] = isConsent
    ? ["/oauth2/consent", { accept: form.get("accept") === "yes" }]
    : ["/sign-in/email", { email: form.get("email"), password: form.get("password") }];
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    origin,
    cookie: request.headers.get("cookie") ?? "",
  };
  const answer = await handle(
    new Request(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify({ ...body, oauth_query: query }) }),
  );
  const { url } = (await answer.json()) as { readonly url?: string };
  if (url === undefined)
    return respondWithPage(query, isConsent ? renderConsentForm(query) : renderSignInForm("That did not work."), 401);
  const cookies = answer.headers.getSetCookie().map((cookie) => ["set-cookie", cookie] as [string, string]);
  return new Response(null, { status: 303, headers: [["location", url], ...cookies] });
}

function renderSignInForm(problem = ""): Html {
  return html`<h1>Sign in</h1>
<p>${problem}</p>
<form method="post">
<p><label>Email <input name="email" type="email" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Sign in</button></p>
</form>`;
}

function renderConsentForm(query: string): Html {
  const params = new URLSearchParams(query);
  const services = params.getAll("resource").join(" and ");
  return html`<h1>Let this client call for you?</h1>
<p>The client <code>${params.get("client_id") ?? ""}</code> asks for access to <code>${services}</code> on your behalf.
You will return to <code>${params.get("redirect_uri") ?? ""}</code>.</p>
<form method="post">
<p><button name="accept" value="yes">Allow</button> <button name="accept" value="no">Refuse</button></p>
</form>`;
}

// Browsers apply `form-action` to redirects too, and these redirects lead to the client.
function respondWithPage(query: string, body: Html, status = 200): Response {
  const client = URL.parse(new URLSearchParams(query).get("redirect_uri") ?? "")?.origin;
  const policy = pageHeaders["content-security-policy"];
  const withClient = policy.replace("form-action 'self'", `form-action 'self' ${client ?? ""}`);
  const headers = { ...pageHeaders, "content-security-policy": withClient, "cache-control": "no-store" };
  return new Response(renderPage({ title: "Identity", body }), { status, headers });
}
