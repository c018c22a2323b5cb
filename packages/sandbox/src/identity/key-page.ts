import { type Html, html, pageHeaders, type SandboxPages, textOf } from "../page.ts";

/** The page at `/`: what this service is, and a button that makes a key. `made` is what it made. */
export function keyPage(origin: string, pages?: SandboxPages, made?: MadeKey): Response {
  const call = (path: string, body: string) =>
    `curl -s -b me.txt -c me.txt -H "Origin: ${origin}" ${origin}${path} --json '${body}'`;
  const title = "Identity";
  const person = '{"name":"Cleo","email":"cleo@people.example","password":"a-long-password"}';
  const body = html`<h1>${title}</h1>
<p>The identity service of the sandbox: a Better Auth server with people, API keys, agents, and the introspection endpoint that
Assay and Datamint ask about keys. It forgets everything when it stops.</p>
<h2>Get an API key</h2>
<form method="post" action="/">
<p><label>Your name <input name="name" value="Cleo" maxlength="64" required></label> <button>Create a key</button></p>
</form>
${made ? keyOf(made) : ""}
<h2>Without a browser</h2>
<p>Sign up, then create a key; <code>key</code> in the second answer is what you send as <code>Authorization: Bearer ai_...</code></p>
<pre>${call("/sign-up/email", person)}
${call("/api-key/create", "{}")}</pre>`;
  const headers = { ...pageHeaders, "cache-control": "no-store" };
  return new Response(textOf({ title, body, pages, current: title }), { headers });
}

/** A key that was just made, and whose it is. */
interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

function keyOf({ id, name, key }: MadeKey): Html {
  return html`<p>The key of ${name}, whose id is <code>${id}</code>. It is shown once:</p>
<pre>export KEY=${key}</pre>`;
}
