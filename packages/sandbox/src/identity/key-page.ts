import { html, pageHeaders, textOf } from "../page.ts";

/** Tells a person at `/` what this service is and how to get a key. */
export function keyPage(origin: string): Response {
  const call = (path: string, body: string) =>
    `curl -s -b me.txt -c me.txt -H "Origin: ${origin}" ${origin}${path} --json '${body}'`;
  const title = "Identity";
  const person = '{"name":"Cleo","email":"cleo@people.example","password":"a-long-password"}';
  const body = html`<h1>${title}</h1>
<p>The identity service of the sandbox: a Better Auth server with people, API keys, agents, and the introspection endpoint that
Assay and Datamint ask about keys. It forgets everything when it stops.</p>
<h2>Get an API key</h2>
<p>Sign up, then create a key; <code>key</code> in the second answer is what you send as <code>Authorization: Bearer ai_...</code></p>
<pre>${call("/sign-up/email", person)}
${call("/api-key/create", "{}")}</pre>`;
  return new Response(textOf({ title, body }), { headers: pageHeaders });
}
