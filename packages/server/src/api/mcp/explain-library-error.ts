/**
 * Rewrites the error of the MCP library for invalid parameters: the library sends the raw output of its validator, which a
 * model cannot use, or for some methods an internal error.
 */
export function explainLibraryError(body: string): string {
  if (!body.includes('"code":-3260')) return body;
  const answer = JSON.parse(body) as { readonly error?: { readonly message?: unknown } };
  const path = findInvalidPath(String(answer.error?.message ?? ""));
  if (!path) return body;
  const message = `The parameters of this message are invalid: see ${formatPath(path)}.`;
  return JSON.stringify({ ...answer, error: { code: -32602, message } });
}

// The validator output is the whole message, or follows some text.
function findInvalidPath(message: string): readonly unknown[] | undefined {
  const start = message.indexOf("[");
  try {
    const [issue] = start < 0 ? [] : JSON.parse(message.slice(start));
    return Array.isArray(issue?.path) ? issue.path : undefined;
  } catch {
    return undefined;
  }
}

// Ends the path before the first name that the sender chose, so that such names are not repeated.
function formatPath(path: readonly unknown[]): string {
  const end = path.findIndex((name) => typeof name !== "string" || !/^[a-zA-Z]{1,30}$/.test(name));
  return `/${path.slice(0, end < 0 ? path.length : end).join("/")}`;
}
